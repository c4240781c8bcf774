internal import Foundation
internal import Interleaving

extension NSManagedObjectContext {
  /// Ends the event: follows delete rules, announces everything that changed in one
  /// notification, and hands it to the undo manager.
  public final func processPendingChanges() {
    assertOwned("processPendingChanges()")
    if isProcessingChanges || runtime.isUnwinding { return }
    isProcessingChanges = true
    if propagatesDeletesAtEndOfEvent || isSaving { propagateDeletes() }
    let event = takeEvent()
    isProcessingChanges = false
    if event.isEmpty && event.before.isEmpty { return }
    recordUndo(of: event)
    if !event.isEmpty { announce(event) }
  }

  /// What happened since the last event, grouped as the notification groups it.
  private func takeEvent() -> EventChanges {
    var event = EventChanges()
    let keepsStates = undoManager != nil
    pending.touched.visit { object in
      let wasAnnounced = object.flags.contains(.announced)
      if keepsStates { event.before.append((object, object.stateBeforeEvent)) }
      object.endEvent()
      if object.flags.contains(.deleted) {
        // Inserted and deleted in one event: nobody heard of it, nobody needs to.
        if object.row != nil || object.isFault || wasAnnounced { event.deleted.append(object) }
        dropIfForgotten(object)
      } else if object.flags.contains(.inserted) {
        if wasAnnounced { event.updated.append(object) } else { event.inserted.append(object) }
        object.flags.insert(.announced)
      } else if object.flags.contains(.updated) {
        event.updated.append(object)
      }
    }
    event.inserted += pending.arrived
    event.deleted += pending.vanished
    event.refreshed = pending.refreshed.array
    event.invalidated = pending.invalidated.array
    pending.touched.removeAll()
    pending.arrived.removeAll()
    pending.vanished.removeAll()
    pending.refreshed.removeAll()
    pending.invalidated.removeAll()
    return event
  }

  /// An object that was inserted and deleted without a save in between is gone (fact M8), unless
  /// undo might bring it back.
  private func dropIfForgotten(_ object: NSManagedObject) {
    if object.row == nil && !object.isFault && undoManager == nil { object.leaveContext() }
  }

  final func announce(_ event: EventChanges) {
    runtime.note(.didChange, event.summary, subject: label)
    postDidChange(event)
  }
}

extension EventChanges {
  /// `1 inserted, 2 updated`
  var summary: String {
    Self.summary([
      (inserted.count, "inserted"), (updated.count, "updated"), (deleted.count, "deleted"),
      (refreshed.count, "refreshed"),
      (invalidated.count + (invalidatedAll?.count ?? 0), "invalidated"),
    ])
  }

  static func summary(_ parts: [(Int, String)]) -> String {
    parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}
