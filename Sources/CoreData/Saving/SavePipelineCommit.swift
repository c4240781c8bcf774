internal import Foundation

// After a successful request: the context now agrees with its parent store.

extension NSManagedObjectContext {
  final func commit(_ pass: SavePass, _ saved: SavedRows) {
    for object in pass.inserted {
      object.flags.subtract(.dirty)
      exchangeID(of: object, for: identityAfterSave(object))
    }
    for object in pass.inserted + pass.updated {
      object.commit(saved.rows[object.identity])
    }
    for object in pass.deleted { forgetDeleted(object) }
    for object in pending.locked { object.flags.remove(.locked) }
    pending = PendingChanges()
    identitiesInSave = [:]
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
    guard let values = own?.values else { return [] }
    return identity.entity.layout.slots.enumerated().compactMap { slot, property in
      property.isTransient ? (slot, values[slot]) : nil
    }
  }

  private final func dropDestinationsThatMoved() {
    guard let own, !own.destinations.isEmpty else { return }
    own.destinations = own.destinations.filter { slot, destination in
      current(slot) == .reference(destination.identity)
    }
  }

  private final func commitMembers() {
    guard let own else { return }
    for index in own.toMany.indices { own.toMany[index].commit() }
  }
}
