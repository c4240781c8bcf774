/// What one event did to one object: enough to take it back, and to do it again.
struct UndoStep {
  let object: NSManagedObject
  /// nil when the event inserted the object.
  let before: ObjectState?
  let after: ObjectState

  /// Whether the object was there before the event.
  var existedBefore: Bool { before.map { !$0.flags.contains(.deleted) } ?? false }
}

// The undo manager gets one group per event: everything that changed between two calls of
// `processPendingChanges`. Taking it back is an event of its own, whose group is the redo.

extension NSManagedObjectContext {
  /// Takes back the last event.
  public final func undo() {
    assertOwned("undo()")
    processPendingChanges()
    undoManager?.undo()
  }

  /// Does again what was last taken back.
  public final func redo() {
    assertOwned("redo()")
    processPendingChanges()
    undoManager?.redo()
  }

  /// Keeps what the event changed, unless registration is disabled when it ends (fact O3).
  final func recordUndo(of event: EventChanges) {
    guard let undoManager else { return }
    let steps = event.before.map { UndoStep(object: $0, before: $1, after: $0.state) }
    if !steps.isEmpty {
      undoManager.registerUndo(withTarget: self) { context in
        for step in steps.reversed() { context.takeBack(step) }
        context.processPendingChanges()
      }
    }
    undoManager.endEvent()
  }

  private func takeBack(_ step: UndoStep) {
    let object = step.object
    let isThere = object.registry === registry && !object.flags.contains(.deleted)
    switch (isThere, step.existedBefore) {
    case (true, true):
      object.noteChange()
      object.restore(step)
      object.awake(fromSnapshotEvents: .undoUpdate)
    case (true, false):
      object.noteChange()
      object.restore(step)
      remove(object)
      object.awake(fromSnapshotEvents: .undoInsertion)
    case (false, true):
      revive(object)
      object.restore(step)
      object.awake(fromSnapshotEvents: .undoDeletion)
    case (false, false): break
    }
    forgetChangesIfNone(of: object)
  }

  /// Deletes without following delete rules: the other objects have steps of their own.
  private func remove(_ object: NSManagedObject) {
    delete(object)
    object.flags.insert(.propagated)
    pending.unpropagated.remove(object)
  }

  /// Brings a deleted object back; if its deletion was saved, as a new one.
  private func revive(_ object: NSManagedObject) {
    if object.registry != nil {
      insert(object)
      return
    }
    object.flags.subtract([.deleted, .propagated, .inaccessible, .announced])
    object.flags.insert(.realised)
    object.storage.values = object.row?.values ?? object.currentValues
    object.row = nil
    let (scope, key) = NSManagedObjectID.temporary(for: object.entity, in: self)
    object.become(NSManagedObjectID(scope, key: key))
    object.join(registry)
    registry.add(object)
    markInserted(object)
  }

  /// An object that is again as it was saved has nothing to save.
  private func forgetChangesIfNone(of object: NSManagedObject) {
    guard object.flags.contains(.updated), object.changedSlots.isEmpty,
      !(object.own?.toMany.contains(where: \.isChanged) ?? false)
    else { return }
    object.flags.remove(.updated)
    pending.updated.remove(object)
  }
}

extension NSManagedObject {
  /// Takes the event's changes back, whatever was saved since: values are set, memberships are
  /// changed the other way round.
  fileprivate func restore(_ step: UndoStep) {
    if let before = step.before {
      if !flags.contains(.realised) { fire(for: nil) }
      // What was a fault then had the values of its row.
      if !before.values.isEmpty {
        storage.values = before.values
      } else if let row {
        storage.values = row.values
      }
      storage.destinations = before.destinations
    }
    for index in step.after.toMany.indices { restore(index, step) }
  }

  private func restore(_ index: Int, _ step: UndoStep) {
    let before = step.before?.toMany
    let was = before.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? ToManyState()
    let became = step.after.toMany[index]
    let isOrdered = entity.plan.toMany[index].isOrdered
    withToMany(index) { state in
      for object in became.added where !was.added.contains(object) {
        state.remove(object, isOrdered: isOrdered)
      }
      for object in was.added where !became.added.contains(object) {
        state.add(object, isOrdered: isOrdered)
      }
      for object in became.removed where !was.removed.contains(object) {
        state.add(object, isOrdered: isOrdered)
      }
      for object in was.removed where !became.removed.contains(object) {
        state.remove(object, isOrdered: isOrdered)
      }
      if isOrdered, let order = was.order ?? was.base?.array { state.order = order }
    }
  }
}
