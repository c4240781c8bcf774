internal import CoreData
internal import Interleaving

/// Chooses what of a run's log a reader is told.
///
/// The log is complete, and therefore dull: a save alone is four entries, and each trip to the
/// store enters the coordinator's queue. Whatever the outcome hangs on is always told.
struct Telling {
  /// An entry of the log and what is said of it.
  struct Sentence {
    let event: TraceEvent
    let text: String
    let isDecisive: Bool
  }

  private let events: [TraceEvent]
  private let decisive: Set<Int>
  private let deadlock: DeadlockReport?
  private let saves: SaveEntries
  private let violations: Set<Int>

  init(_ events: [TraceEvent], decisive: Set<Int> = [], deadlock: DeadlockReport? = nil) {
    self.events = events
    self.decisive = decisive
    self.deadlock = deadlock
    saves = SaveEntries(events)
    violations = Set(events.violations.map(\.event.sequence))
  }

  /// The log as it is told, in its order; what one thread repeats is said once.
  var sentences: [Sentence] {
    var told: [Sentence] = []
    for index in events.indices where decisive.contains(index) || isWorthTelling(index) {
      let event = events[index]
      let words = EventWords(event, isWholeSave: saves.areWhole.contains(index), deadlock: deadlock)
      let sentence = Sentence(
        event: event, text: words.text, isDecisive: decisive.contains(index))
      if let last = told.last, !sentence.isDecisive, sentence.repeats(last) { continue }
      told.append(sentence)
    }
    return Folding.folded(told)
  }

  private func isWorthTelling(_ index: Int) -> Bool {
    let event = events[index]
    if event.queue == ChatStack.onlooker { return false }
    return switch event.kind {
    case "start", "end", "finish", "sql", .willSave: false
    // The program is the first block of its main queue.
    case "begin": event.sequence > 0
    case .didChange, .save, .didSave: !saves.areParts.contains(index)
    case "spend", "read", "write": !saves.areInside.contains(index) && !isSaidNext(index)
    case "enqueue": !isTripOfEngine(index)
    case .confinement: violations.contains(event.sequence)
    default: true
    }
  }

  /// An entry into a free queue that the reader's code does not ask for. It matters when somebody
  /// waits for that queue for ever, and where it is the middle of a save that others interrupt.
  private func isTripOfEngine(_ index: Int) -> Bool {
    let event = events[index]
    guard event.place == nil, event.entersQueue, let queue = event.subject else { return false }
    let held = deadlock?.members.flatMap { $0.holds.map(\.name) } ?? []
    return !held.contains("queue \(queue)") && !saves.areInterrupted.contains(index)
  }

  /// Whether the next entry tells what this trip to the store was for.
  private func isSaidNext(_ index: Int) -> Bool {
    let next = events[(index + 1)...].first { !["finish", "sql", "spend"].contains($0.kind) }
    guard let next, next.thread == events[index].thread else { return false }
    return [.fetch, .fault].contains(next.kind)
  }
}

extension Telling.Sentence {
  fileprivate func repeats(_ other: Self) -> Bool {
    event.thread == other.event.thread && event.queue == other.event.queue && text == other.text
  }
}

extension TraceEvent {
  /// Whether this is a step into a queue that was free, so that its block runs at once.
  var entersQueue: Bool {
    kind == "enqueue" && queue == subject && label.hasPrefix("waits for a block")
  }
}
