/// What a context has not saved yet, and what it has not announced yet.
///
/// The flags of an object tell in which of these lists it is, so that they need not be searched.
/// The verbs below keep both in step. Objects in the lists are held strongly.
struct PendingChanges {
  // Until the next save.
  private(set) var inserted = ObjectList()
  private(set) var updated = ObjectList()
  private(set) var deleted = ObjectList()
  /// Unchanged objects whose rows must not have been changed by others.
  private(set) var locked = ObjectList()

  // Until the end of the event.
  /// Objects that were changed, inserted or deleted.
  private(set) var touched = ObjectList()
  /// Deleted objects whose delete rules have not been followed.
  private var unpropagated = ObjectList()
  private(set) var refreshed = ObjectList()
  /// What a merge brought here, and what it took away; never pending for a save.
  private(set) var arrived = ObjectList()
  private(set) var vanished = ObjectList()

  var isDirty: Bool { !inserted.isEmpty || !updated.isEmpty || !deleted.isEmpty }
}

// MARK: What the program does

extension PendingChanges {
  /// The object is part of what the current event did.
  mutating func touch(_ object: NSManagedObject) {
    if object.flags.insert(.touched).inserted { touched.append(object) }
  }

  mutating func insert(_ object: NSManagedObject) {
    if object.flags.insert(.inserted).inserted { inserted.append(object) }
  }

  /// An object that was clean until now.
  mutating func update(_ object: NSManagedObject) {
    object.flags.insert(.updated)
    updated.append(object)
  }

  /// An object that is again as it was saved.
  mutating func takeBackUpdate(of object: NSManagedObject) {
    object.flags.remove(.updated)
    updated.remove(object)
  }

  mutating func delete(_ object: NSManagedObject) {
    if object.flags.contains(.inserted) {
      // Only this context ever knew of it.
      inserted.remove(object)
      object.flags.remove(.inserted)
    } else {
      if object.flags.contains(.updated) { takeBackUpdate(of: object) }
      deleted.append(object)
    }
    object.flags.insert(.deleted)
    unpropagated.append(object)
  }

  mutating func takeBackDeletion(of object: NSManagedObject) {
    object.flags.subtract([.deleted, .propagated])
    deleted.remove(object)
    unpropagated.remove(object)
  }

  /// The deleted objects whose delete rules are to be followed now.
  mutating func takeUnpropagated() -> ObjectList {
    defer { unpropagated.removeAll() }
    return unpropagated
  }

  /// The delete rules of a deleted object are not followed.
  mutating func skipPropagation(from object: NSManagedObject) {
    object.flags.insert(.propagated)
    unpropagated.remove(object)
  }

  /// A deleted object whose row is gone already needs no deletion (fact H8).
  mutating func forgetDeletion(of object: NSManagedObject) {
    deleted.remove(object)
    object.flags.remove(.deleted)
  }

  mutating func lock(_ object: NSManagedObject) {
    object.flags.insert(.locked)
    locked.insert(object)
  }

  mutating func refresh(_ object: NSManagedObject) { refreshed.insert(object) }

  /// The object is no longer to be saved in any way.
  mutating func discardEdits(of object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    touched.remove(object)
    locked.remove(object)
    if object.flags.contains(.deleted) {
      deleted.remove(object)
      unpropagated.remove(object)
    }
    object.flags.subtract([.inserted, .updated, .deleted, .propagated, .inEvent, .locked])
  }

  /// Lets an object go that was put into the place of another one.
  mutating func forget(_ object: NSManagedObject) {
    updated.remove(object)
    deleted.remove(object)
    locked.remove(object)
    touched.remove(object)
    unpropagated.remove(object)
  }
}

// MARK: What a merge does

extension PendingChanges {
  mutating func arrive(_ object: NSManagedObject) { arrived.insert(object) }

  /// Takes an object whose row is gone out of everything that is to be saved.
  mutating func vanish(_ object: NSManagedObject) {
    inserted.remove(object)
    updated.remove(object)
    deleted.remove(object)
    locked.remove(object)
    unpropagated.remove(object)
    vanished.insert(object)
    object.flags.subtract([.inserted, .updated])
    object.flags.insert([.deleted, .propagated])
  }

  /// Keeps an object that has vanished as a deleted one until the next save.
  mutating func keepDeleted(_ object: NSManagedObject) { deleted.insert(object) }
}

// MARK: What ends

extension PendingChanges {
  /// Forgets what is pending until the end of the event only, and gives it.
  mutating func endEvent() -> PendingChanges {
    let event = self
    touched.removeAll()
    arrived.removeAll()
    vanished.removeAll()
    refreshed.removeAll()
    return event
  }

  /// Everything was saved.
  mutating func commit() {
    locked.visit { $0.flags.remove(.locked) }
    removeAll()
  }

  mutating func removeAll() { self = PendingChanges() }
}

/// What one event did, as the did-change notification and the undo manager get it.
struct EventChanges {
  var inserted = ObjectList()
  var updated = ObjectList()
  var deleted = ObjectList()
  var refreshed = ObjectList()
  /// Everything a reset context knew; nil if it was not reset.
  var invalidatedAll: [NSManagedObjectID]?
  /// The touched objects with their states before the event; nil for those it inserted.
  var before: [(object: NSManagedObject, state: ObjectState?)] = []

  var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
      && invalidatedAll == nil
  }

  var counts: ChangeCounts {
    ChangeCounts(
      inserted: inserted.count, updated: updated.count, deleted: deleted.count,
      refreshed: refreshed.count, invalidated: invalidatedAll?.count ?? 0)
  }
}
