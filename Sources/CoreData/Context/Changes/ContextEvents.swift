internal import Foundation
internal import Interleaving

/// When the events of one context end, and who hears of what they changed.
///
/// Blocks that a context performs end with the announcement of what they changed. A context of the
/// main queue may also be used directly: then its changes are announced when the turn of the main
/// queue ends.
final class ContextEvents {
  /// Whether what changes now will be announced without being asked for: always true but for a
  /// context of the main queue that is used directly.
  @exclusivity(unchecked) private var announcesByItself: Bool
  private var isEnding = false
  /// The controllers' lists that follow what happens here.
  private var lists = FollowingLists()

  init(of type: NSManagedObjectContextConcurrencyType) {
    announcesByItself = type != .mainQueueConcurrencyType
  }

  func add(_ list: FollowedResults) { lists.add(list) }

  // MARK: When they end

  /// Something changes that is to be announced.
  @inline(__always)
  func noteChange(in context: NSManagedObjectContext) {
    if !announcesByItself { announceAtEndOfTurn(of: context) }
  }

  private func announceAtEndOfTurn(of context: NSManagedObjectContext) {
    // Off the main queue it is a misuse, of which the checker speaks.
    guard let queue = context.queue, queue.isCurrent else { return }
    announcesByItself = true
    context.runtime.atEndOfMainTurn { [weak context] in
      guard let context else { return }
      context.events.announcesByItself = false
      context.processPendingChanges()
    }
  }

  /// Runs `body`, whose changes its caller announces.
  func inside<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outside = announcesByItself
    announcesByItself = true
    defer { announcesByItself = outside }
    return try body()
  }

  // MARK: What then happens

  /// Ends the event, as a part of a save or not: a save follows all delete rules.
  func end(in context: NSManagedObjectContext, for save: SaveOperation?) {
    if isEnding || context.runtime.isUnwinding { return }
    isEnding = true
    if context.propagatesDeletesAtEndOfEvent || save != nil {
      inside { context.propagateDeletes() }
    }
    let event = context.takeEvent()
    isEnding = false
    if event.isEmpty && event.before.isEmpty { return }
    context.recordUndo(of: event)
    if !event.isEmpty { announce(event, of: context, save?.shownSets) }
  }

  /// - Parameter shown: the sets that a save has shown already.
  func announce(
    _ event: EventChanges, of context: NSManagedObjectContext, _ shown: ShownSets? = nil
  ) {
    context.runtime.note(CoreDataFact.didChange(changes: event.counts, context: context.label))
    context.postDidChange(event, shown)
    lists.follow(event)
  }
}

extension NSManagedObjectContext {
  /// Ends the event, as a part of a save or not.
  final func processPendingChanges(in save: SaveOperation?) {
    assertOwned("processPendingChanges()")
    events.end(in: self, for: save)
  }

  /// What happened since the last event, grouped as the notification groups it.
  fileprivate final func takeEvent() -> EventChanges {
    let ended = pending.endEvent()
    var event = EventChanges()
    if undoManager != nil { event.before = ended.touched.map { ($0, $0.stateBeforeEvent) } }
    var effects: [EventEffect] = []
    effects.reserveCapacity(ended.touched.count)
    ended.touched.visit { effects.append(endEvent(of: $0)) }
    event.inserted = ended.touched.filtered(by: effects, .inserted)
    event.updated = ended.touched.filtered(by: effects, .updated)
    event.deleted = ended.touched.filtered(by: effects, .deleted)
    for object in ended.arrived { event.inserted.append(object) }
    for object in ended.vanished { event.deleted.append(object) }
    event.refreshed = ended.refreshed
    return event
  }

  /// What an event did to one object, for those who hear of it.
  private enum EventEffect { case nothing, inserted, updated, deleted }

  private func endEvent(of object: NSManagedObject) -> EventEffect {
    let wasAnnounced = object.flags.contains(.announced)
    object.endEvent()
    if object.flags.contains(.deleted) {
      // Inserted and deleted in one event: it was never announced, and need not be.
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
}
