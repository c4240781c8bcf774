internal import Foundation

/// The conditions that the model sets for one property.
struct PropertyValidation {
  let object: NSManagedObject
  let property: ValidatedProperty

  func check(_ value: Any?) throws {
    if property.demandsNothing { return }
    if let relationship = property.toMany {
      try checkCount(of: value, in: relationship)
    } else if value == nil || value is NSNull {
      if !property.isOptional { throw CocoaError.missing(object, property.name) }
      return
    }
    if property.hasPredicates { try checkPredicates(value) }
  }

  private func checkCount(of value: Any?, in relationship: NSRelationshipDescription) throws {
    let count =
      switch value {
      case let set as Set<NSManagedObject>: set.count
      case let ordered as NSOrderedSet: ordered.count
      default: 0
      }
    if count == 0 && relationship.isOptional { return }
    let least = max(relationship.minCount, relationship.isOptional ? 0 : 1)
    if count < least {
      throw CocoaError.tooFew(object, relationship.name, count: count, least: least)
    }
    if relationship.maxCount > 0 && count > relationship.maxCount {
      throw CocoaError.tooMany(
        object, relationship.name, count: count, most: relationship.maxCount)
    }
  }

  private func checkPredicates(_ value: Any?) throws {
    let property = property.description
    for (index, predicate) in property.validationPredicates.enumerated() {
      if predicate.evaluate(with: value) { continue }
      let warning =
        property.validationWarnings.indices.contains(index)
        ? property.validationWarnings[index] : nil
      throw CocoaError.unsatisfied(
        object, property.name, value: value, predicate: predicate,
        code: code(for: predicate, warning),
        warning: warning as? String)
    }
  }

  /// The code that a model gives as the warning, or else the one that fits the predicate.
  private func code(for predicate: NSPredicate, _ warning: Any?) -> CocoaError.Code {
    if let number = warning as? Int { return CocoaError.Code(rawValue: number) }
    let text = predicate.description
    let isUpperLimit = text.contains("<")
    guard let attributeType = property.attributeType else { return .managedObjectValidation }
    if text.contains("MATCHES") { return .validationStringPatternMatching }
    guard isUpperLimit || text.contains(">") else { return .managedObjectValidation }
    return switch attributeType {
    case .stringAttributeType: isUpperLimit ? .validationStringTooLong : .validationStringTooShort
    case .dateAttributeType: isUpperLimit ? .validationDateTooLate : .validationDateTooSoon
    case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType,
      .decimalAttributeType, .doubleAttributeType, .floatAttributeType:
      isUpperLimit ? .validationNumberTooLarge : .validationNumberTooSmall
    default: .managedObjectValidation
    }
  }
}
