internal import Foundation
internal import Interleaving

extension NSManagedObjectContext {
  /// Without `mergeChanges` the object becomes a fault and its edits are lost (fact F8). With it
  /// the values are read again and the edits laid over them; no conflict is reported, now or at
  /// the next save (fact F9).
  final func refreshNow(_ object: NSManagedObject, mergeChanges: Bool) {
    assertOwned("refresh(_:mergeChanges:)")
    if object.registry !== registry || object.isInserted && mergeChanges { return }
    runtime.note(CoreDataFact.refresh(object: object.identity.shortName, context: label))
    if mergeChanges {
      reload(object)
    } else {
      if object.isInserted { object.leaveOthers() }
      discardEdits(of: object)
      object.turnIntoFault()
    }
    pending.refresh(object)
    events.noteChange(in: self)
  }

  /// Refreshes every object, keeping unsaved edits. Clean objects become faults, which breaks
  /// the cycles between them (facts F10 and A8).
  final func refreshAllObjectsNow() {
    assertOwned("refreshAllObjects()")
    for object in registeredInOrder {
      if object.hasChanges {
        refresh(object, mergeChanges: true)
      } else if !object.isFault || object.own != nil {
        refresh(object, mergeChanges: false)
      }
    }
    processPendingChanges()
    registry.sweep()
  }

  /// All objects, in an order that does not depend on addresses.
  final var registeredInOrder: [NSManagedObject] {
    registry.objects.sorted(by: NSManagedObject.isBefore)
  }

  private func reload(_ object: NSManagedObject) {
    if object.isFault || object.isDeleted { return }
    do {
      guard let row = try parentStore?.row(for: object.identity, maximumAge: maximumAge) else {
        return
      }
      adopt(row, for: object)
    } catch is RunAbandoned {
      // The run is over; the object keeps what it has while its callers return.
    } catch {
      raise("\(object.identity.shortName) could not be refreshed: \(error)")
    }
  }

  private func discardEdits(of object: NSManagedObject) {
    pending.discardEdits(of: object)
    object.own?.beforeEvent = nil
  }

  /// Puts a newer row under an object. Its own edits stay on top, unless `keepingEdits` is false.
  final func adopt(_ row: Row, for object: NSManagedObject, keepingEdits: Bool = true) {
    if object.isFault {
      wake(object, with: row)
      return
    }
    let before = object.row
    exchangeSnapshot(of: object, because: .refresh) {
      object.adopt(row, keepingEdits: keepingEdits)
    }
    if let before { object.followMoves(from: before) }
  }

  /// Takes values that a merge policy decided on, as the new snapshot (fact K8).
  final func applyMerged(_ row: Row, to object: NSManagedObject) {
    exchangeSnapshot(of: object, because: .mergePolicy) {
      object.adopt(row, keepingEdits: false)
      object.flags.insert(.realised)
    }
  }

  final func exchangeSnapshot(
    of object: NSManagedObject, because event: NSSnapshotEventType, _ exchange: () -> Void
  ) {
    let before = object.flags.contains(.observed) && !object.isFault ? object.currentValues : []
    withoutTracking {
      exchange()
      noteRow(of: object)
      object.awake(fromSnapshotEvents: event)
    }
    if !before.isEmpty && !object.isFault { object.tellObservers(ofChangesSince: before) }
  }

  // MARK: Starting over

  /// Forgets all objects and all pending work. Objects still held elsewhere are unusable.
  final func resetNow() {
    assertOwned("reset()")
    let known = registeredInOrder
    runtime.note(CoreDataFact.reset(objects: known.count, context: label))
    for object in known { object.forgetEverything() }
    registry.removeAll()
    pending.removeAll()
    identities.forgetExchanges()
    overruledDeletions = OverruledDeletions()
    batches = FetchBatches()
    assignedStores = AssignedStores()
    advanceQueryGeneration()
    undoManager?.removeAllActions()
    var event = EventChanges()
    event.invalidatedAll = known.map { $0.identity }
    events.announce(event, of: self)
  }

  /// Takes back everything since the last save. Nothing is read again (fact F12).
  final func rollbackNow() {
    assertOwned("rollback()")
    runtime.note(CoreDataFact.rollback(context: label))
    var event = EventChanges()
    for object in pending.inserted {
      object.leaveContext()
      event.deleted.append(object)
    }
    for object in pending.updated.array + pending.deleted.array {
      discardEdits(of: object)
      restore(object)
      event.refreshed.append(object)
    }
    pending.removeAll()
    undoManager?.removeAllActions()
    if !event.isEmpty { events.announce(event, of: self) }
  }

  private func restore(_ object: NSManagedObject) {
    exchangeSnapshot(of: object, because: .rollback) {
      if let row = object.row {
        object.adopt(row, keepingEdits: false)
      } else {
        object.turnIntoFault()
      }
    }
  }
}

extension NSManagedObject {
  /// Makes `row` the snapshot. Edits are laid over it or dropped; relationships in memory that
  /// might no longer be true are forgotten and fetched again when they are needed.
  final func adopt(_ row: Row, keepingEdits: Bool) {
    let edited = keepingEdits ? changedSlots : []
    let edits = own?.values
    self.row = row
    flags.remove(.writable)
    guard let own else { return }
    own.values = nil
    if let edits, !edited.isEmpty {
      var values = row.values
      for slot in edited { values[slot] = edits[slot] }
      own.values = values
    }
    own.fetched = [:]
    own.destinations.forget { !edited.contains($0.slot) }
    if keepingEdits {
      for index in own.toMany.indices { own.toMany[index].reopen() }
    } else {
      own.toMany = []
    }
  }

  /// After a reset: a fault without a context, for good.
  final func forgetEverything() {
    join(nil)
    row = nil
    own = nil
    flags = []
  }
}

extension ToManyState {
  /// Forgets the committed members but not what was changed since.
  mutating func reopen() {
    if order != nil { return }
    base = nil
    memberSet = nil
  }
}
