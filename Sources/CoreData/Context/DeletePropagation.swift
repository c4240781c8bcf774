// What becomes of the other ends when an object is deleted (fact M4). Every deleted object is
// followed once; cascades add to the list while it is being worked through.

extension NSManagedObjectContext {
  final func propagateDeletes() {
    while !pending.unpropagated.isEmpty {
      let round = pending.unpropagated
      pending.unpropagated.removeAll()
      for object in round where !object.flags.contains(.propagated) {
        propagateDeletion(of: object)
      }
    }
  }

  private func propagateDeletion(of object: NSManagedObject) {
    object.flags.insert(.propagated)
    // The relationships of a fault are needed too; if its row is gone there is nothing to follow.
    if object.isFault { object.fire(for: nil) }
    if object.flags.contains(.inaccessible) {
      forgetMissing(object)
      return
    }
    for relationship in object.identity.origin.plan.relationships {
      let destinations = object.destinations(of: relationship)
      switch relationship.deleteRule {
      case .noActionDeleteRule: break
      case .denyDeleteRule: continue
      case .nullifyDeleteRule: object.letGo(of: destinations, relationship)
      case .cascadeDeleteRule:
        for destination in destinations where !destination.isDeleted { delete(destination) }
        object.letGo(of: destinations, relationship)
      }
    }
  }

  /// A row that is gone already needs no deletion (fact H8).
  private func forgetMissing(_ object: NSManagedObject) {
    pending.deleted.remove(object)
    object.flags.remove(.deleted)
  }
}

extension NSManagedObject {
  final func destinations(of relationship: RelationshipPlan) -> [NSManagedObject] {
    switch relationship.place {
    case .value(let slot): destination(slot).map { [$0] } ?? []
    case .toMany(let index): memberList(index)
    }
  }

  /// Takes this deleted object out of the other ends, and them out of it.
  final func letGo(of destinations: [NSManagedObject], _ relationship: RelationshipPlan) {
    for destination in destinations {
      if let inverse = relationship.inverse, !destination.flags.contains(.deleted) {
        destination.rawRemove(self, from: inverse)
      }
      switch relationship.place {
      case .value(let slot): rawSetDestination(slot, to: nil)
      case .toMany(let index):
        withToMany(index) { $0.remove(destination, isOrdered: relationship.isOrdered) }
      }
    }
  }
}
