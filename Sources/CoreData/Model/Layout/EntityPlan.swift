internal import Foundation
internal import Synchronization

/// What objects of an entity need to know about it, worked out once: their class, their first
/// values, and where the other end of each relationship is kept.
final class EntityPlan: @unchecked Sendable {
  // @unchecked Sendable because nothing in it changes after `init`.
  let layout: EntityLayout
  /// nil if the class that the model names was not there when the plan was made.
  let objectClass: NSManagedObject.Type?
  /// The values of a new object, by slot.
  let defaults: [Value]
  /// Per value slot, the to-one relationship kept there, if it is one.
  let toOne: [RelationshipPlan?]
  /// Per to-many index, the relationship.
  let toMany: [RelationshipPlan]
  /// All relationships, in the order of the slots and indices.
  let relationships: [RelationshipPlan]
  /// The relationships that may forbid a deletion, by name.
  let denying: [NSRelationshipDescription]
  /// What a save checks, in the order in which the entity declares it.
  let validated: [ValidatedProperty]

  init(of entity: NSEntityDescription) {
    layout = entity.layout
    objectClass =
      if case .found(let found) = ClassLookup.objectClass(of: entity) { found } else { nil }
    defaults = layout.slots.map { property in
      (property as? NSAttributeDescription)?.firstValue ?? .null
    }
    toOne = layout.slots.enumerated().map { slot, property in
      (property as? NSRelationshipDescription).map { RelationshipPlan($0, at: .value(slot)) }
    }
    toMany = layout.toMany.enumerated().map { RelationshipPlan($1, at: .toMany($0)) }
    relationships = toOne.compactMap { $0 } + toMany
    denying = relationships.map(\.description).filter { $0.deleteRule == .denyDeleteRule }
      .sorted { $0.name < $1.name }
    let checked = entity.properties.flatMap(\.stored)
    validated = checked.compactMap { [layout] property in
      layout.place(of: property.name).map { ValidatedProperty(property, at: $0, in: layout) }
    }
  }

  func relationship(at place: EntityLayout.Place) -> RelationshipPlan? {
    switch place {
    case .value(let slot): toOne[slot]
    case .toMany(let index): toMany[index]
    }
  }
}

/// One relationship, with the place of its inverse in the destination's storage. Nothing in it is
/// counted when it is handed on.
struct RelationshipPlan: @unchecked Sendable {
  // @unchecked Sendable because the description is frozen.
  /// Kept by the layout, which also keeps the plan.
  unowned(unsafe) let description: NSRelationshipDescription
  let place: EntityLayout.Place
  let inverse: EntityLayout.Place?
  let isOrdered: Bool
  let deleteRule: NSDeleteRule

  init(_ relationship: NSRelationshipDescription, at place: EntityLayout.Place) {
    description = relationship
    self.place = place
    inverse = relationship.inverseRelationship.flatMap {
      relationship.destinationEntity?.layout.place(of: $0.name)
    }
    isOrdered = relationship.isOrdered
    deleteRule = relationship.deleteRule
  }

  var name: String { description.name }
}

extension NSAttributeDescription {
  /// The value of a new object.
  var firstValue: Value { (try? storedValue(of: defaultValue)) ?? .null }
}

extension NSEntityDescription {
  /// What objects of this entity need to know; the model must be in use.
  var plan: EntityPlan { layout.plan { EntityPlan(of: self) } }
}
