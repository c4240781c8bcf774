// What becomes of the other ends when an object is deleted (fact M4). Every deleted object is
// followed once; cascades add to the list while it is being worked through.

extension NSManagedObjectContext {
  final func propagateDeletes() {
    while true {
      let round = pending.takeUnpropagated()
      if round.isEmpty { return }
      round.visit { object in
        if !object.flags.contains(.propagated) { propagateDeletion(of: object) }
      }
    }
  }

  private func propagateDeletion(of object: NSManagedObject) {
    object.flags.insert(.propagated)
    // The relationships of a fault are needed too; if its row is gone there is nothing to follow.
    if object.isFault { object.fire(for: nil) }
    if object.flags.contains(.inaccessible) {
      pending.forgetDeletion(of: object)
      return
    }
    for relationship in object.idScope.withPlan({ $0.relationships }) {
      let rule = relationship.deleteRule
      guard rule == .nullifyDeleteRule || rule == .cascadeDeleteRule else { continue }
      switch relationship.place {
      case .value(let slot):
        if let destination = destination(of: object, slot) {
          part(object, destination, relationship)
        }
      case .toMany(let index):
        for member in object.memberList(index) { part(object, member, relationship) }
      }
    }
  }

  /// The destination of a to-one relationship. It is not kept with the object, which is about to
  /// lose it.
  private func destination(of object: NSManagedObject, _ slot: Int) -> NSManagedObject? {
    if let known = object.own?.destinations[slot] { return known }
    guard case .reference(let id) = object.current(slot) else { return nil }
    return self.object(forReference: id)
  }

  /// Takes a deleted object out of the other end, or deletes that too, and takes it out of this.
  private func part(
    _ object: NSManagedObject, _ destination: NSManagedObject, _ relationship: RelationshipPlan
  ) {
    if relationship.deleteRule == .cascadeDeleteRule, !destination.isDeleted {
      delete(destination)
    }
    if let inverse = relationship.inverse, !destination.flags.contains(.deleted) {
      destination.rawRemove(object, from: inverse)
    }
    switch relationship.place {
    case .value(let slot): object.rawSetDestination(slot, to: nil)
    case .toMany(let index):
      object.withToMany(index) { $0.remove(destination, isOrdered: relationship.isOrdered) }
    }
  }
}
