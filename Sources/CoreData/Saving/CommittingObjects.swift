internal import Foundation

// After a successful save: the context now agrees with its parent store.

extension NSManagedObjectContext {
  final func commit(_ objects: ObjectChanges, _ saved: SavedRows) {
    var rows = SavedRowSearch(saved)
    objects.inserted.visit { object in
      object.flags.subtract(.dirty)
      exchangeID(of: object, for: object.identityAfterSave)
      object.commit(rows.row(for: object.identity))
      noteRow(of: object)
    }
    objects.updated.visit { object in
      object.commit(rows.row(for: object.identity))
      noteRow(of: object)
    }
    objects.deleted.visit { forgetDeleted($0) }
    pending.locked.visit { $0.flags.remove(.locked) }
    pending = PendingChanges()
    if assignedStores.isEmpty { return }
    objects.inserted.visit { assignedStores[ObjectIdentifier($0)] = nil }
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
