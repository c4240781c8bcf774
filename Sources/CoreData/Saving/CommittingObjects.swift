internal import Foundation

// After a successful save: the context now agrees with its parent store.

extension NSManagedObjectContext {
  final func commit(_ objects: ObjectChanges, _ saved: SavedRows) {
    var rows = SavedRowSearch(saved)
    objects.inserted.visit { object in
      object.flags.subtract(.dirty)
      identities.exchangeID(of: object, for: object.identityAfterSave)
      object.commit(rows.row(for: object.identity))
      noteRow(of: object)
    }
    objects.updated.visit { object in
      object.commit(rows.row(for: object.identity))
      noteRow(of: object)
    }
    objects.deleted.visit { forgetDeleted($0) }
    pending.commit()
    assignedStores.forget(objects.inserted)
  }

  /// The object leaves the context when the notifications are out, which still show it.
  private func forgetDeleted(_ object: NSManagedObject) {
    registry.remove(object)
    object.flags.subtract([.inEvent, .updated])
  }
}

extension NSManagedObject {
  /// The values that were saved are the snapshot now. A policy may have changed them on the way.
  final func commit(_ saved: Row?) {
    flags.subtract([.inserted, .updated, .inEvent, .announced])
    if let saved { row = saved }
    guard let own else { return }
    own.beforeEvent = nil
    own.identityInSave = nil
    let edited = own.values
    own.values = nil
    if let saved, edited?.isStored(with: saved.values) != true { adopt(saved, after: edited) }
    for index in own.toMany.indices { own.toMany[index].commit() }
  }

  /// What there is to do if the saved values are not the edited ones themselves.
  private final func adopt(_ saved: Row, after edited: [Value]?) {
    // Transient values live in memory only and survive a save.
    let transientSlots = idScope.layout.transientSlots
    if let edited, !transientSlots.isEmpty {
      var values = saved.values
      for slot in transientSlots { values[slot] = edited[slot] }
      storage.values = values
    }
    own?.destinations.forget { entry in
      guard case .reference(let id) = current(entry.slot) else { return true }
      // It may still be waiting for its turn to be given its ID.
      return !id.isSame(as: entry.object.identityAfterSave)
    }
  }
}

extension [Value] {
  /// Whether both are one array in memory, as nearly always after a save: then nothing happened to
  /// the values on the way.
  fileprivate func isStored(with other: [Value]) -> Bool {
    withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { one.baseAddress == $0.baseAddress }
    }
  }
}

extension NSManagedObjectContext {
  /// Lets an object show what a merge policy decided, as it would be read after the save
  /// (fact K8).
  final func show(_ outcome: MergeOutcome, in object: NSManagedObject) {
    switch outcome {
    case .write(let values, let theirs):
      exchangeSnapshot(of: object, because: .mergePolicy) { object.take(values, over: theirs) }
    case .adopt(let theirs): applyMerged(theirs, to: object)
    case .reinsert, .delete, .becomeDeleted: break
    }
  }

  /// After a save in which others had a say: relationships in memory may be no longer those of the
  /// store, and are fetched again. A deletion of what was inserted again has been overruled.
  final func followOutcomes(_ outcomes: [(id: NSManagedObjectID, outcome: MergeOutcome)]) {
    overruledDeletions.note(outcomes)
    reopenRelationships()
  }

  /// Lets relationships ask the store again for their members, and forget destinations that are gone:
  /// the row of one may be there again, and then another object stands for it.
  final func reopenRelationships() {
    for object in registry.objects {
      guard let own = object.own else { continue }
      own.destinations.forget { $0.object.registry == nil }
      for index in own.toMany.indices { own.toMany[index].reopen() }
    }
  }

  /// The object that this save calls `id`: a new one may still be registered by its temporary ID.
  final func objectInSave(_ id: NSManagedObjectID) -> NSManagedObject {
    if let known = identities.registered(id) { return known }
    return pending.inserted.first { $0.identityAfterSave == id } ?? object(forReference: id)
  }
}

extension NSManagedObject {
  /// Takes a newer row as the snapshot, with these values on top of it.
  fileprivate func take(_ values: [Value], over row: Row) {
    let before = flags.contains(.realised) ? currentValues : row.values
    self.row = row
    own?.values = nil
    if values != row.values { storage.values = values }
    flags.insert(.realised)
    flags.remove(.writable)
    guard let own else { return }
    for slot in values.indices where before[slot] != values[slot] { own.destinations[slot] = nil }
    for index in own.toMany.indices { own.toMany[index].reopen() }
  }
}
