internal import CoreData
internal import Interleaving

/// Finds which entries of a log belong to one save.
///
///     1 inserted          did-change    part of the save: it processes what is pending
///     is about to save    will-save
///     saves 1 inserted    save          from here on other threads may come between
///     1 inserted          did-change    part of the save: the parent takes the changes
///     has saved           did-save
///
/// A save that no other thread came between is told in one sentence, others by begin and end.
struct SaveEntries {
  /// Begins of saves that came to their end before another thread did anything.
  private(set) var areWhole: Set<Int> = []
  /// Everything else between begin and end of those.
  private(set) var areInside: Set<Int> = []
  /// What one thread did between begin and end of a save that others came between.
  private(set) var areInterrupted: Set<Int> = []
  /// Entries that another one tells already.
  private(set) var areParts: Set<Int> = []

  init(_ events: [TraceEvent]) {
    /// The begins of the saves that each thread is in the middle of; a save may save again.
    var begun: [String: [Int]] = [:]
    for (index, event) in events.enumerated() {
      switch (event.fact as? CoreDataFact)?.kind {
      case .willSave: hideChange(before: index, in: events)
      case .save: begun[event.thread, default: []].append(index)
      case .didChange where begun[event.thread]?.isEmpty == false: areParts.insert(index)
      case .didSave, .saveFailed:
        guard let start = begun[event.thread]?.popLast() else { continue }
        end(start, index, of: events)
      default: break
      }
    }
  }

  private mutating func end(_ start: Int, _ end: Int, of events: [TraceEvent]) {
    let own = (start...end).filter { events[$0].thread == events[start].thread }
    guard own.count == end - start + 1 else {
      areInterrupted.formUnion(own)
      return
    }
    areInside.formUnion(own)
    // A failure has a sentence of its own.
    let isDone = (events[end].fact as? CoreDataFact)?.kind == .didSave
    if isDone { areWhole.insert(start) }
    areParts.insert(isDone ? end : start)
  }

  private mutating func hideChange(before index: Int, in events: [TraceEvent]) {
    guard index > 0 else { return }
    let (before, event) = (events[index - 1], events[index])
    guard case .didChange(_, let changed)? = before.fact as? CoreDataFact,
      case .willSave(let saved)? = event.fact as? CoreDataFact
    else { return }
    if before.thread == event.thread && changed == saved { areParts.insert(index - 1) }
  }
}
