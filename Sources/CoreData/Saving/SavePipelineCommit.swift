internal import Foundation

// After a successful request: the context now agrees with its parent store.

extension NSManagedObjectContext {
  final func commit(_ pass: SavePass, _ saved: SavedRows) {
    var rows = SavedRowSearch(saved)
    for object in pass.inserted {
      object.flags.subtract(.dirty)
      exchangeID(of: object, for: identityAfterSave(object))
      object.commit(rows.row(for: object.identity))
    }
    for object in pass.updated { object.commit(rows.row(for: object.identity)) }
    for object in pass.deleted { forgetDeleted(object) }
    for object in pending.locked { object.flags.remove(.locked) }
    pending = PendingChanges()
    if assignedStores.isEmpty { return }
    for object in pass.inserted { assignedStores[ObjectIdentifier(object)] = nil }
  }

  /// The object leaves the context when the notifications are out, which still show it.
  private func forgetDeleted(_ object: NSManagedObject) {
    registry.remove(object, as: object.identity)
    object.flags.subtract([.touched, .writable, .updated])
  }
}

extension NSManagedObject {
  /// The values that were saved are the snapshot now. A policy may have changed them on the way.
  final func commit(_ saved: Row?) {
    flags.subtract([.inserted, .updated, .touched, .writable, .announced])
    own?.beforeEvent = nil
    own?.identityInSave = nil
    guard let saved else {
      own?.values = nil
      commitMembers()
      return
    }
    let kept = transientValues
    row = saved
    own?.values = nil
    if !kept.isEmpty {
      var values = saved.values
      for (slot, value) in kept { values[slot] = value }
      storage.values = values
    }
    dropDestinationsThatMoved()
    commitMembers()
  }

  /// Transient values live in memory only and survive a save.
  private final var transientValues: [(Int, Value)] {
    let slots = identity.origin.plan.transientSlots
    if slots.isEmpty { return [] }
    guard let values = own?.values else { return [] }
    return slots.map { ($0, values[$0]) }
  }

  private final func dropDestinationsThatMoved() {
    own?.destinations.forget { entry in
      guard case .reference(let id) = current(entry.slot) else { return true }
      // It may still be waiting for its turn to be given its ID.
      return !id.isSame(as: entry.object.own?.identityInSave ?? entry.object.identity)
    }
  }

  private final func commitMembers() {
    guard let own else { return }
    for index in own.toMany.indices { own.toMany[index].commit() }
  }
}
