/// What one event did to one object: enough to take it back, and to do it again.
struct UndoStep {
  let object: NSManagedObject
  /// nil when the event inserted the object.
  let before: ObjectState?
  let after: ObjectState

  /// Whether the object was there before the event.
  var existedBefore: Bool { before.map { !$0.flags.contains(.deleted) } ?? false }
  /// Whether taking it back undoes a deletion.
  var undeletes: Bool { existedBefore && after.flags.contains(.deleted) }
}

// The undo manager gets one group per event: everything that changed between two calls of
// `processPendingChanges`. Taking it back is an event of its own, whose group is the redo.

extension NSManagedObjectContext {
  /// Takes back the last event.
  final func undoNow() {
    assertOwned("undo()")
    processPendingChanges()
    undoManager?.undo()
  }

  /// Does again what was last taken back.
  final func redoNow() {
    assertOwned("redo()")
    processPendingChanges()
    undoManager?.redo()
  }

  /// Keeps what the event changed, unless registration is disabled when it ends (fact O3).
  final func recordUndo(of event: EventChanges) {
    guard let undoManager else { return }
    let steps = event.before.map { UndoStep(object: $0, before: $1, after: $0.state) }
    noteOwnersWithoutWayBack(of: steps.filter(\.undeletes).map(\.object))
    if !steps.isEmpty {
      if !undoManager.takesRegistrations { refuseUngroupedEvent() }
      undoManager.registerUndo(withTarget: self) { context in
        context.takeBack(steps)
        context.processPendingChanges()
      }
    }
    undoManager.endEvent()
  }

  private func refuseUngroupedEvent() -> Never {
    misuse(
      "\(label) has changes, of its own or of a child's save, and an undo manager that groups by "
        + "hand and has no open group. Call beginUndoGrouping() before they are processed, disable "
        + "its registration meanwhile, or leave groupsByEvent on.")
  }
}
