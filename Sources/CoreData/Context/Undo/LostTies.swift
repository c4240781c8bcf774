/// That an object referred to one that was deleted. Taking the deletion back is to tie them again,
/// and no step of an event tells of it where the deletion did not change the owner.
struct LostTie {
  let owner: NSManagedObject
  let place: EntityLayout.Place
  /// For an ordered relationship, all members as they were.
  let order: [NSManagedObject]
}

// An owner that is not changed by a deletion has no way back from the deleted object to it, or a
// delete rule that does nothing. What becomes of its reference:
//
//     the deleted object   in the store                     in memory
//     was never saved      it cannot be written             the next save lets it go
//     was saved            stays, and leads to no row       is gone when it is read again
//     in a new list        it is not written                the next save lets it go

extension NSManagedObject {
  /// Lets go of what cannot be written: a reference to what was deleted before it was ever saved,
  /// and new members that are deleted.
  final func partFromDeleted() {
    guard let own else { return }
    if own.values != nil {
      own.destinations.forget { slot, destination in
        guard destination.isGoneUnsaved else { return false }
        own.values?[slot] = .null
        destination.storage.lostTies.append(
          LostTie(owner: self, place: .value(slot), order: []))
        return true
      }
    }
    for index in own.toMany.indices where own.toMany[index].isChanged {
      let members = own.toMany[index].members
      for object in own.toMany[index].added.array where object.isGone {
        own.toMany[index].remove(object, isOrdered: isOrdered(index))
        object.storage.lostTies.append(
          LostTie(owner: self, place: .toMany(index), order: members))
      }
    }
  }

  private final var isGone: Bool { isDeleted || registry == nil }
  private final var isGoneUnsaved: Bool { isGone && hasTemporaryID && row == nil }
}

extension NSManagedObjectContext {
  /// Remembers who lists the objects, where these do not know it.
  final func noteOwnersWithoutWayBack(of deleted: [NSManagedObject]) {
    if deleted.isEmpty { return }
    let deleted = ObjectList(deleted)
    for owner in registry.objects where owner.own?.toMany.isEmpty == false && !owner.isDeleted {
      for relationship in owner.idScope.plan.toMany where relationship.inverse == nil {
        guard case .toMany(let index) = relationship.place else { continue }
        let members = owner.withToMany(index) { $0.base == nil ? [] : $0.members }
        for object in members where deleted.contains(object) {
          object.storage.lostTies.append(
            LostTie(owner: owner, place: relationship.place, order: members))
        }
      }
    }
  }

  /// Ties owners to an object whose deletion was taken back, but for those that the same event had
  /// tied to it.
  final func regainTies(of object: NSManagedObject, in steps: [UndoStep]) {
    guard let ties = object.own?.lostTies, !ties.isEmpty else { return }
    object.own?.lostTies = []
    guard object.registry === registry, !object.isDeleted else { return }
    for tie in ties where tie.owner.registry === registry && !tie.owner.isDeleted {
      let step = steps.first { $0.object === tie.owner }
      if let step, step.before?.had(object, at: tie.place) != true { continue }
      if tie.owner.isFault { tie.owner.fire(for: nil) }
      if !tie.owner.flags.contains(.inaccessible) { tie.owner.regain(object, by: tie) }
    }
  }
}

extension ObjectState {
  fileprivate func had(_ object: NSManagedObject, at place: EntityLayout.Place) -> Bool {
    switch place {
    case .value(let slot):
      if let known = destinations[slot] { return known === object }
      let value = values.isEmpty ? row?.values[slot] : values[slot]
      guard case .reference(let id)? = value else { return false }
      return id.isSame(as: object.identity)
    case .toMany(let index):
      return toMany.indices.contains(index) && toMany[index].members.contains(object)
    }
  }
}

extension NSManagedObject {
  fileprivate final func regain(_ object: NSManagedObject, by tie: LostTie) {
    switch tie.place {
    case .value(let slot):
      guard case .null = current(slot) else { return }
      noteChange()
      rawSetDestination(slot, to: object)
    case .toMany(let index):
      let members = memberList(index)
      if members.contains(object) { return }
      noteChange()
      withToMany(index) { state in
        state.add(object, isOrdered: isOrdered(index))
        guard isOrdered(index) else { return }
        let known = tie.order.filter { state.order?.contains($0) == true }
        state.order = known + members.filter { !known.contains($0) }
      }
    }
  }
}
