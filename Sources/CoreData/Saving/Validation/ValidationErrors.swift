internal import Foundation

// The words of validation: which object, which property, what is wrong with it, what to do.
extension CocoaError {
  /// 1570
  static func missing(_ object: NSManagedObject, _ key: String) -> CocoaError {
    invalid(
      .validationMissingMandatoryProperty, object, key, value: nil,
      "has no \(key), and \(key) is not optional",
      wayOut: "Give \(key) a value before you save, or make it optional in the model.")
  }

  /// 1580
  static func tooFew(
    _ object: NSManagedObject, _ key: String, count: Int, least: Int
  ) -> CocoaError {
    invalid(
      .validationRelationshipLacksMinimumCount, object, key, value: count,
      "has \(count) in \(key), which needs at least \(least)",
      wayOut: "Add members to \(key) before you save, or lower its minimum in the model.")
  }

  /// 1590
  static func tooMany(
    _ object: NSManagedObject, _ key: String, count: Int, most: Int
  ) -> CocoaError {
    invalid(
      .validationRelationshipExceedsMaximumCount, object, key, value: count,
      "has \(count) in \(key), which takes at most \(most)",
      wayOut: "Remove members from \(key) before you save, or raise its maximum in the model.")
  }

  /// 1600
  static func deniedDeletion(
    _ object: NSManagedObject, _ key: String, members: [NSManagedObject]
  ) -> CocoaError {
    let shown = members.prefix(3).map(\.objectID.shortName).joined(separator: ", ")
    let more = members.count > 3 ? " and \(members.count - 3) more" : ""
    return invalid(
      .validationRelationshipDeniedDelete, object, key, value: members,
      "cannot be deleted while its \(key) holds \(shown)\(more)",
      wayOut: "Delete or move them first; the delete rule of \(key) is deny.")
  }

  /// 1550 with the warning that the model gives, or the code that it gives instead of one.
  static func unsatisfied(
    _ object: NSManagedObject, _ key: String, value: Any?, predicate: NSPredicate,
    code: CocoaError.Code, warning: String?
  ) -> CocoaError {
    let shown = value.map { ($0 as? String).map { "\"\($0)\"" } ?? "\($0)" } ?? "nil"
    return invalid(
      code, object, key, value: value,
      "has \(shown) as its \(key), which must satisfy \(predicate.description)",
      wayOut: "Change \(key) before you save, or its validation in the model.",
      [NSValidationPredicateErrorKey: predicate], description: warning)
  }

  /// 1610 and 1620; 1550 for what is no number, 1650 for what is no date
  static func beyondLimit(
    _ object: NSManagedObject, _ key: String, value: Any?, _ limit: ValueLimit,
    _ type: NSAttributeType
  ) -> CocoaError {
    invalid(
      limit.code, object, key, value: value,
      "has \(value ?? "nil") as its \(key), \(limit.words(type))",
      wayOut: "Change \(key) before you save, or give it a wider type in the model.")
  }

  private static func invalid(
    _ code: CocoaError.Code, _ object: NSManagedObject, _ key: String, value: Any?,
    _ happened: String, wayOut: String, _ more: [String: Any] = [:], description: String? = nil
  ) -> CocoaError {
    var facts = more
    facts[NSValidationObjectErrorKey] = object
    facts[NSValidationKeyErrorKey] = key
    facts[NSValidationValueErrorKey] = value
    let error = coreData(code, object.objectID.shortName, happened, wayOut: wayOut, facts)
    guard let description else { return error }
    let words = [NSLocalizedDescriptionKey: description]
    return CocoaError(code, userInfo: error.userInfo.merging(words) { $1 })
  }

  /// The error to throw for these failures: nil for none, the one itself, or 1560 with all.
  static func combined(_ failures: [any Error]) -> (any Error)? {
    if failures.isEmpty { return nil }
    let all = failures.flatMap(\.parts)
    guard all.count > 1 else { return all.first }
    return coreData(
      .validationMultipleErrors, "The save",
      "found \(all.count) invalid values: "
        + all.map { ($0 as NSError).localizedFailureReason ?? $0.localizedDescription }
        .joined(separator: " "),
      wayOut: "Repair each of them; \(NSDetailedErrorsKey) holds one error for each.",
      [NSDetailedErrorsKey: all])
  }
}

extension Error {
  /// The failures that an error stands for: itself, or its details.
  fileprivate var parts: [any Error] {
    let error = self as NSError
    guard error.code == CocoaError.Code.validationMultipleErrors.rawValue,
      let details = error.userInfo[NSDetailedErrorsKey] as? [any Error]
    else { return [self] }
    return details.flatMap(\.parts)
  }
}
