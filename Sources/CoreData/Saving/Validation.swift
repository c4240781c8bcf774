internal import Foundation

/// Holds one object against its entity's description and collects everything that is wrong.
///
/// Values may be invalid for as long as they like; they are checked when a save is about to write
/// them, or when the program asks.
struct Validation {
  enum Occasion: Sendable { case insert, update, delete }

  let object: NSManagedObject
  let occasion: Occasion

  /// Throws the one failure, or one error that holds them all.
  func run() throws {
    let failures =
      occasion == .delete ? deniedRelationships.map { $0 as any Error } : propertyFailures
    if let error = CocoaError.combined(failures) { throw error }
  }

  private var propertyFailures: [any Error] {
    object.entity.properties.compactMap { property in
      do {
        try validate(property)
        return nil
      } catch {
        return error
      }
    }
  }

  /// Sends the value through the object's own hook, which ends in `check` unless it is overridden.
  private func validate(_ property: NSPropertyDescription) throws {
    if let relationship = property as? NSRelationshipDescription {
      // An untouched relationship was valid when it was saved, and loading it costs a trip.
      if occasion == .update && !object.hasTouched(relationship) { return }
    } else if !(property is NSAttributeDescription) {
      return
    }
    try object.validateValue(object.primitiveValue(forKey: property.name), forKey: property.name)
  }

  // MARK: Deletion

  /// The relationships that forbid the deletion. Members that go in the same save do not count.
  private var deniedRelationships: [CocoaError] {
    object.entity.relationshipsByName.values.sorted { $0.name < $1.name }
      .compactMap { relationship in
        guard relationship.deleteRule == .denyDeleteRule else { return nil }
        let staying = members(of: relationship).filter { !$0.isDeleted }
        return staying.isEmpty
          ? nil : .deniedDeletion(object, relationship.name, members: staying)
      }
  }

  private func members(of relationship: NSRelationshipDescription) -> [NSManagedObject] {
    switch object.value(forKey: relationship.name) {
    case let one as NSManagedObject: [one]
    case let set as Set<NSManagedObject>:
      set.sorted { $0.objectID.shortName < $1.objectID.shortName }
    case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
    default: []
    }
  }
}

extension NSManagedObject {
  /// Whether the members of the relationship are in memory or were changed.
  fileprivate func hasTouched(_ relationship: NSRelationshipDescription) -> Bool {
    guard case .toMany(let index)? = entity.layout.place(of: relationship.name) else { return true }
    guard let states = own?.toMany, states.indices.contains(index) else { return false }
    return states[index].base != nil || states[index].isChanged
  }

  /// What `validateForInsert` and its siblings do unless they are overridden.
  func validateProperties(for occasion: Validation.Occasion) throws {
    try Validation(object: self, occasion: occasion).run()
  }

  /// What `validateValue(_:forKey:)` does unless it is overridden.
  func validateProperty(_ key: String, _ value: Any?) throws {
    guard let property = entity.propertiesByName[key] else { return }
    try PropertyValidation(object: self, property: property).check(value)
  }
}
