internal import Foundation

/// For which of its three occasions an object is validated.
enum ValidationOccasion { case insert, update, delete }

extension NSManagedObject {
  /// Checks every property against the model.
  final func validateProperties(for occasion: ValidationOccasion) throws {
    if occasion == .delete { return }
    for property in identity.entity.layout.slots where !property.isOptional {
      try validateValue(value(forKey: property.name), forKey: property.name)
    }
  }

  /// Checks one value against the model.
  final func validateProperty(_ key: String, _ value: Any?) throws {
    guard value == nil, let property = identity.entity.propertiesByName[key], !property.isOptional
    else { return }
    throw CocoaError.coreData(
      .validationMissingMandatoryProperty, "\(key) of \(identity.shortName)",
      "has no value but must have one", wayOut: "Set it before you save, or make it optional.",
      [NSValidationObjectErrorKey: self, NSValidationKeyErrorKey: key])
  }
}

extension CocoaError {
  /// One failure is reported as it is, several as one with all of them inside.
  static func validation(_ failures: [any Error]) -> any Error {
    if failures.count == 1 { return failures[0] }
    return coreData(
      .validationMultipleErrors, "\(failures.count) values", "are not valid",
      wayOut: "The errors under NSDetailedErrorsKey name each of them.",
      [NSDetailedErrorsKey: failures])
  }
}
