internal import Foundation
internal import Interleaving

// A child's save ends here: on the parent's queue its changes become ordinary pending changes of
// the parent (facts E3, E4, E11, E13, E19).

extension NSManagedObjectContext {
  /// Takes over what a child saves and answers with the rows it may consider saved.
  final func absorb(_ save: SaveOperation) throws -> SavedRows {
    let changes = try settleOverlap(save.changes(), of: save)
    let (inserted, updated) = take(changes, fromChild: true)
    if behaviour.parentNotice == .beforeDidSave { processPendingChanges() }
    var saved = SavedRows()
    saved.rows.reserveCapacity(inserted.count + updated.count)
    inserted.visit { if !$0.isFault { saved.rows.append($0.rowAsSeen) } }
    updated.visit { if !$0.isFault { saved.rows.append($0.rowAsSeen) } }
    return saved
  }

  /// Makes changes ordinary pending changes of this context. Only those of a child are its own
  /// business: their objects are awakened and deleted here, too.
  final func take(
    _ changes: StoreChanges, fromChild: Bool
  ) -> (inserted: [NSManagedObject], updated: [NSManagedObject]) {
    let inserted = changes.insertions.map { takenInsertion($0.id, fromChild: fromChild) }
    for (object, insertion) in zip(inserted, changes.insertions) {
      if !takeWhole(insertion.values, in: object) {
        apply(insertion.values, in: insertion.values.indices, to: object)
      }
      apply(insertion.members, to: object)
    }
    let updated = changes.updates.map { object(forReference: ownID($0.id)) }
    for (object, update) in zip(updated, changes.updates) {
      object.fireIfNeeded(for: nil)
      object.noteChange()
      apply(update.values, in: update.changedSlots, to: object)
      apply(update.members, to: object)
    }
    if fromChild {
      for deletion in changes.deletions { delete(object(forReference: ownID(deletion.id))) }
    }
    return (inserted, updated)
  }

  /// The second half of the switch in `absorb`: announces after the child's did-save.
  final func announceAbsorbed() {
    guard behaviour.parentNotice == .afterDidSave else { return }
    queue?.syncOrRun { processPendingChanges() }
  }

  /// This context's own copy of an object that was inserted elsewhere: same ID, awakened once more
  /// if it comes from a child.
  private func takenInsertion(_ id: NSManagedObjectID, fromChild: Bool) -> NSManagedObject {
    if let known = registered(id) { return known }
    let copy = makeFault(id)
    copy.storage.values = id.scope.plan.defaults
    copy.flags.insert(.realised)
    if fromChild { copy.flags.insert(.cameFromChild) }
    markInserted(copy)
    if fromChild { copy.awakeFromInsert() }
    return copy
  }

  /// Lets a copy that is new and refers to nothing share the values of the child's object. False if
  /// there is more to do than that.
  private func takeWhole(_ values: [Value], in copy: NSManagedObject) -> Bool {
    guard copy.flags.isSuperset(of: [.inserted, .touched]), !copy.flags.contains(.observed),
      let own = copy.own, own.destinations.isEmpty
    else { return false }
    for relationship in copy.idScope.withPlan({ $0.relationships }) {
      if case .value(let slot) = relationship.place, values[slot] != .null { return false }
    }
    own.values = values
    registry.changeCount &+= 1
    return true
  }

  private func apply(
    _ values: [Value], in slots: some Sequence<Int>, to object: NSManagedObject
  ) {
    let plan = object.idScope.plan
    for slot in slots {
      if plan.toOne[slot] == nil {
        object.write(slot, values[slot])
      } else if case .reference(let id) = values[slot] {
        object.setDestination(slot, to: self.object(forReference: id))
      } else {
        object.setDestination(slot, to: nil)
      }
    }
  }

  private func apply(_ members: [StoreChanges.MemberChange], to object: NSManagedObject) {
    for change in members {
      guard case .toMany(let index)? = object.entity.layout.place(of: change.relationship.name)
      else { continue }
      for id in change.removed {
        object.removeMember(self.object(forReference: id), from: index)
      }
      for id in change.added {
        let member = self.object(forReference: id)
        if !member.isDeleted { object.addMember(member, to: index) }
      }
      if let order = change.order {
        object.setMembers(index, to: order.map { self.object(forReference: $0) })
      }
    }
  }

  // MARK: What both have changed

  /// Looks for what parent and child both changed. In the default mode the child's values win,
  /// with a warning in the log; in strict mode, and when the parent has deleted the object, it is
  /// a conflict for the child's merge policy. Nothing of the parent is changed yet.
  private func settleOverlap(
    _ changes: StoreChanges, of save: SaveOperation
  ) throws -> StoreChanges {
    let clashes = changes.updates.compactMap { clash(with: $0, of: save.context) }
    if clashes.isEmpty { return changes }
    return try save.resolve(.versions(clashes), of: changes)
  }

  private func clash(
    with update: StoreChanges.Update, of child: NSManagedObjectContext
  ) -> VersionClash? {
    let id = ownID(update.id)
    let object = registered(id)
    // A temporary ID that the parent does not know has become permanent behind the child's back.
    if object?.isDeleted ?? id.isTemporaryID {
      return VersionClash(
        id: update.id, base: update.base, cached: nil, persisted: nil, isDeleted: true)
    }
    guard let object, !object.isFault else { return nil }
    let now = object.rowAsSeen
    let both = update.changedSlots.filter {
      now[$0] != update.base[$0] && now[$0] != update.values[$0]
    }
    if both.isEmpty { return nil }
    if behaviour.childOverlap == .conflict {
      return VersionClash(
        id: update.id, base: update.base, cached: now, persisted: nil, isDeleted: false)
    }
    let names = both.sorted().map { object.entity.layout.slots[$0].name }
    runtime.note(
      CoreDataFact.overwrite(
        properties: names, object: update.id.shortName, child: child.label, context: label))
    return nil
  }
}
