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
    if count < relationship.minCount {
      throw CocoaError.tooFew(
        object, relationship.name, count: count, least: relationship.minCount)
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
      // A number is the code itself: that is how models say their limits.
      let code = (warning as? Int).map { CocoaError.Code(rawValue: $0) }
      throw CocoaError.unsatisfied(
        object, property.name, value: value, predicate: predicate,
        code: code ?? .managedObjectValidation, warning: warning as? String)
    }
  }
}
