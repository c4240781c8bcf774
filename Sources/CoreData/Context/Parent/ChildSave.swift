internal import Foundation
internal import Interleaving

// A child's save ends here: on the parent's queue its changes become ordinary pending changes of
// the parent (facts E3, E4, E11, E13, E19).

/// To a parent context, on its queue.
struct TripToContext: SaveTrip {
  let parent: NSManagedObjectContext
  /// How reports call the context that saves.
  let child: String

  var permanentIDs: (any PermanentIDSource)? { nil }

  func write(_ changes: StoreChanges, settling settle: ClashSettling) throws -> SavedRows {
    parent.absorb(try parent.settleOverlap(changes, of: child, settle))
  }
}

extension NSManagedObjectContext {
  /// Takes over what a child saves and answers with the rows it may consider saved.
  fileprivate final func absorb(_ changes: StoreChanges) -> SavedRows {
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
    }
    let updated = changes.updates.map { object(forReference: identities.meant(by: $0.id)) }
    for (object, update) in zip(updated, changes.updates) {
      object.fireIfNeeded(for: nil)
      object.noteChange()
      apply(update.values, in: update.changedSlots, to: object)
    }
    for (object, insertion) in zip(inserted, changes.insertions) {
      apply(insertion.members, to: object)
    }
    for (object, update) in zip(updated, changes.updates) { apply(update.members, to: object) }
    // An order names members that others may only just have brought along.
    for (object, insertion) in zip(inserted, changes.insertions) {
      arrange(insertion.members, of: object)
    }
    for (object, update) in zip(updated, changes.updates) { arrange(update.members, of: object) }
    if fromChild {
      for deletion in changes.deletions {
        delete(object(forReference: identities.meant(by: deletion.id)))
      }
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
    if let known = identities.registered(id) {
      // Deleted by one save of the child, and back with the next.
      if known.flags.contains(.deleted) { insert(known) }
      return known
    }
    let copy = faults.make(id, in: self)
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
    }
  }

  /// Puts ordered members into the order that was saved. Members that came here meanwhile stay
  /// behind those that they were behind.
  private func arrange(_ members: [StoreChanges.MemberChange], of object: NSManagedObject) {
    for change in members {
      guard let order = change.order,
        case .toMany(let index)? = object.entity.layout.place(of: change.relationship.name)
      else { continue }
      let wanted = order.map { self.object(forReference: $0) }
      object.setMembers(index, to: ObjectList(wanted).array(among: object.memberList(index)))
    }
  }

  // MARK: What both have changed

  /// Looks for what parent and child both changed. In the default mode the child's values win,
  /// with a warning in the log; in strict mode, and when the parent has deleted the object, it is
  /// a conflict for the child's merge policy. Nothing of the parent is changed yet.
  fileprivate final func settleOverlap(
    _ changes: StoreChanges, of child: String, _ settle: ClashSettling
  ) throws -> StoreChanges {
    let clashes = changes.updates.compactMap { clash(with: $0, of: child) }
    return clashes.isEmpty ? changes : try settle(.versions(clashes), changes)
  }

  private func clash(with update: StoreChanges.Update, of child: String) -> VersionClash? {
    let id = identities.meant(by: update.id)
    let object = identities.registered(id)
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
        properties: names, object: update.id.shortName, child: child, context: label))
    return nil
  }
}

extension ObjectList {
  /// The objects of `present` in the order of this list; each that is not in it comes behind the
  /// one that it was behind.
  fileprivate func array(among present: [NSManagedObject]) -> [NSManagedObject] {
    let here = ObjectList(present)
    var followers: [ObjectIdentifier: [NSManagedObject]] = [:]
    var (first, last): ([NSManagedObject], NSManagedObject?) = ([], nil)
    for object in present {
      if contains(object) {
        last = object
      } else if let last {
        followers[ObjectIdentifier(last), default: []].append(object)
      } else {
        first.append(object)
      }
    }
    return first
      + filter(here.contains).flatMap { [$0] + (followers[ObjectIdentifier($0)] ?? []) }
  }
}
