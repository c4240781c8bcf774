// What a merge does to one object. Nothing here is tracked as a change of the receiver's own.

extension NSManagedObject {
  /// Takes this object out of the relationships of others, because its row is gone.
  func leaveOthers() {
    for relationship in entity.plan.relationships {
      guard let inverse = relationship.inverse else { continue }
      for other in knownDestinations(of: relationship) { other.lose(self, from: inverse) }
    }
  }

  /// The destinations that are registered already; none is fetched.
  private func knownDestinations(of relationship: RelationshipPlan) -> [NSManagedObject] {
    switch relationship.place {
    case .value(let slot):
      guard case .reference(let id) = current(slot) else { return [] }
      return managedObjectContext?.registered(id).map { [$0] } ?? []
    case .toMany(let index):
      guard let state = own?.toMany, state.indices.contains(index) else { return [] }
      return (state[index].base?.array ?? []) + state[index].added
    }
  }

  private func lose(_ other: NSManagedObject, from place: EntityLayout.Place) {
    switch place {
    case .value(let slot):
      // A clean object is told by its own row; a dirty one must not be saved with the reference.
      if hasChanges, !isFault, own?.destinations[slot] === other {
        rawSetDestination(slot, to: nil)
      }
    case .toMany(let index):
      guard let own, own.toMany.indices.contains(index) else { return }
      own.toMany[index].forget(other)
    }
  }

  /// Ends the life of an object whose deletion was merged: it counts as deleted, belongs to no
  /// context, and keeps the values it had; a fault reads as nil.
  func leaveAsDeleted() {
    if isFault { becomeInaccessible() }
    leaveContext()
    flags.remove(.deleted)
    flags.insert(.inaccessible)
  }
}

extension ToManyState {
  /// Drops a member that no longer exists, without noting a removal.
  mutating func forget(_ member: NSManagedObject) {
    base?.remove(member)
    added.remove(member)
    removed.remove(member)
    order?.removeAll { $0 === member }
    memberSet = nil
  }
}
