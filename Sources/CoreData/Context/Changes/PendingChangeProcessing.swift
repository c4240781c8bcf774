internal import Foundation
internal import Interleaving

extension NSManagedObjectContext {
  /// Ends the event: follows delete rules, announces everything that changed in one
  /// notification, and hands it to the undo manager.
  public final func processPendingChanges() { processPendingChanges(in: nil) }

  /// The same, as a part of a save or not: a save follows all delete rules.
  final func processPendingChanges(in save: SaveOperation?) {
    assertOwned("processPendingChanges()")
    if isProcessingChanges || runtime.isUnwinding { return }
    isProcessingChanges = true
    if propagatesDeletesAtEndOfEvent || save != nil { propagateDeletes() }
    let event = takeEvent()
    isProcessingChanges = false
    if event.isEmpty && event.before.isEmpty { return }
    recordUndo(of: event)
    if !event.isEmpty { announce(event, save?.shownSets) }
  }

  /// What happened since the last event, grouped as the notification groups it.
  private func takeEvent() -> EventChanges {
    var event = EventChanges()
    let touched = pending.touched
    if undoManager != nil { event.before = touched.map { ($0, $0.stateBeforeEvent) } }
    var effects: [EventEffect] = []
    effects.reserveCapacity(touched.count)
    touched.visit { effects.append(endEvent(of: $0)) }
    event.inserted = touched.filtered(by: effects, .inserted)
    event.updated = touched.filtered(by: effects, .updated)
    event.deleted = touched.filtered(by: effects, .deleted)
    for object in pending.arrived { event.inserted.append(object) }
    for object in pending.vanished { event.deleted.append(object) }
    event.refreshed = pending.refreshed
    event.invalidated = pending.invalidated
    pending.touched.removeAll()
    pending.arrived.removeAll()
    pending.vanished.removeAll()
    pending.refreshed.removeAll()
    pending.invalidated.removeAll()
    return event
  }

  /// What an event did to one object, for those who hear of it.
  private enum EventEffect { case nothing, inserted, updated, deleted }

  private func endEvent(of object: NSManagedObject) -> EventEffect {
    let wasAnnounced = object.flags.contains(.announced)
    object.endEvent()
    if object.flags.contains(.deleted) {
      // Inserted and deleted in one event: nobody heard of it, nobody needs to.
      let wasKnown = object.row != nil || object.isFault || wasAnnounced
      dropIfForgotten(object)
      return wasKnown ? .deleted : .nothing
    }
    if object.flags.contains(.inserted) {
      object.flags.insert(.announced)
      return wasAnnounced ? .updated : .inserted
    }
    return object.flags.contains(.updated) ? .updated : .nothing
  }

  /// An object that was inserted and deleted without a save in between is gone (fact M8), unless
  /// undo might bring it back.
  private func dropIfForgotten(_ object: NSManagedObject) {
    if object.row == nil && !object.isFault && undoManager == nil { object.leaveContext() }
  }

  final func announce(_ event: EventChanges, _ shown: ShownSets? = nil) {
    runtime.note(CoreDataFact.didChange(changes: event.counts, context: label))
    postDidChange(event, shown)
    lists.follow(event)
  }
}

extension EventChanges {
  fileprivate var counts: ChangeCounts {
    ChangeCounts(
      inserted: inserted.count, updated: updated.count, deleted: deleted.count,
      refreshed: refreshed.count, invalidated: invalidated.count + (invalidatedAll?.count ?? 0))
  }
}
