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

/// A property as a save checks it: what the model demands of it, read once.
final class ValidatedProperty: @unchecked Sendable {
  // @unchecked Sendable because nothing in it changes after `init` and the description is frozen.
  let description: NSPropertyDescription
  let name: String
  let place: EntityLayout.Place
  /// The type of its values, if it is an attribute.
  let attributeType: NSAttributeType?
  /// The relationship, if it is a to-many one.
  let toMany: NSRelationshipDescription?
  let isOptional: Bool
  let hasPredicates: Bool
  /// Whether there are values of its type that it cannot keep.
  let hasLimits: Bool
  /// Whether every value will do; of a to-many relationship, all members and any number of them.
  let demandsNothing: Bool
  /// Tells the properties of one entity from those of another.
  private let owner: ObjectIdentifier

  init(_ description: NSPropertyDescription, at place: EntityLayout.Place, in layout: EntityLayout)
  {
    self.description = description
    self.place = place
    name = description.name
    attributeType = (description as? NSAttributeDescription)?.attributeType
    hasLimits = attributeType?.hasLimits ?? false
    let relationship = description as? NSRelationshipDescription
    toMany = relationship?.isToMany == true ? relationship : nil
    isOptional = description.isOptional
    hasPredicates = !description.validationPredicates.isEmpty
    let limitsCount = toMany.map { $0.minCount > 0 || $0.maxCount > 0 } ?? false
    // A required to-many relationship is one with a least count.
    demandsNothing = (isOptional || toMany != nil) && !hasPredicates && !limitsCount
    owner = ObjectIdentifier(layout)
  }

  /// Whether it is the property that objects with this layout call `key`.
  func isCalled(_ key: String, in layout: EntityLayout) -> Bool {
    owner == ObjectIdentifier(layout) && name == key
  }
}
