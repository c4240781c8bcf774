/// What a context has not saved yet, and what it has not announced yet.
struct PendingChanges {
  // Until the next save. Objects in here are held strongly.
  var inserted = ObjectList()
  var updated = ObjectList()
  var deleted = ObjectList()
  /// Unchanged objects whose rows must not have been changed by others.
  var locked = ObjectList()

  // Until the end of the event.
  /// Objects that were changed, inserted or deleted.
  var touched = ObjectList()
  /// Deleted objects whose delete rules have not been followed.
  var unpropagated = ObjectList()
  var refreshed = ObjectList()
  /// What a merge brought here, and what it took away; never pending for a save.
  var arrived = ObjectList()
  var vanished = ObjectList()
  var invalidated = ObjectList()

  var isDirty: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }
}

/// What one event did, as the did-change notification and the undo manager get it.
struct EventChanges {
  var inserted = ObjectList()
  var updated = ObjectList()
  var deleted = ObjectList()
  var refreshed = ObjectList()
  var invalidated = ObjectList()
  /// Everything a reset context knew; nil if it was not reset.
  var invalidatedAll: [NSManagedObjectID]?
  /// The touched objects with their states before the event; nil for those it inserted.
  var before: [(object: NSManagedObject, state: ObjectState?)] = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
      && invalidated.isEmpty && invalidatedAll == nil
  }
}
