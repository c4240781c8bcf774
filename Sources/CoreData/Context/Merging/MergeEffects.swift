// What a merge does to one object. Nothing here is tracked as a change of the receiver's own.

extension NSManagedObject {
  /// Takes this object out of the relationships of others, because its row is gone.
  func leaveOthers() {
    for relationship in entity.plan.relationships {
      guard let inverse = relationship.inverse else { continue }
      for other in knownDestinations(of: relationship) { other.lose(self, from: inverse) }
    }
  }

  /// Lets the owners know that a newer row names others than the one before: they may have had no
  /// part in the save that moved this object.
  func followMoves(from before: Row) {
    guard let row, let context = managedObjectContext else { return }
    for relationship in idScope.withPlan({ $0.relationships }) {
      guard case .value(let slot) = relationship.place, before[slot] != row[slot],
        case .toMany(let index)? = relationship.inverse
      else { continue }
      if case .reference(let id) = before[slot] {
        context.identities.registered(id)?.lost(self, from: index)
      }
      if case .reference(let id) = row[slot] {
        context.identities.registered(id)?.gained(self, in: index)
      }
    }
  }

  private func lost(_ member: NSManagedObject, from index: Int) {
    guard let own, own.toMany.indices.contains(index), !own.toMany[index].added.contains(member)
    else { return }
    own.toMany[index].forget(member)
    own.toMany[index].reopen()
  }

  private func gained(_ member: NSManagedObject, in index: Int) {
    guard let own, own.toMany.indices.contains(index) else { return }
    own.toMany[index].settle(member)
    own.toMany[index].reopen()
  }

  /// The destinations that are registered already; none is fetched.
  func knownDestinations(of relationship: RelationshipPlan) -> [NSManagedObject] {
    switch relationship.place {
    case .value(let slot):
      guard case .reference(let id) = current(slot) else { return [] }
      return managedObjectContext?.identities.registered(id).map { [$0] } ?? []
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
  /// Notes a member that the store has now, without noting an addition.
  fileprivate mutating func settle(_ member: NSManagedObject) {
    memberSet = nil
    if removed.contains(member) { return }
    added.remove(member)
    base?.insert(member)
    if order?.contains(where: { $0 === member }) == false { order?.append(member) }
  }

  /// Drops a member that no longer exists, without noting a removal.
  mutating func forget(_ member: NSManagedObject) {
    base?.remove(member)
    added.remove(member)
    removed.remove(member)
    order?.removeAll { $0 === member }
    memberSet = nil
  }
}
