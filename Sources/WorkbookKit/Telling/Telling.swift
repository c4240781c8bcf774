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
    /// Says only that what stands before it came again.
    var isRepetition = false
  }

  private let events: [TraceEvent]
  private let decisive: Set<Int>
  /// What threads hold that can never go on.
  private let heldForever: Set<Holdable>
  private let saves: SaveEntries
  private let violations: Set<Int>

  init(_ events: [TraceEvent], decisive: Set<Int> = [], deadlock: DeadlockReport? = nil) {
    self.events = events
    self.decisive = decisive
    heldForever = Set((deadlock?.members ?? []).flatMap { $0.holds.map(\.held) })
    saves = SaveEntries(events)
    violations = Set(events.violations.map(\.event.sequence))
  }

  /// The log as it is told, in its order; what one thread repeats is said once.
  var sentences: [Sentence] {
    var told: [Sentence] = []
    // A look at what is there already decides nothing; what is done then does.
    var owed: Set<String> = []
    for index in events.indices where decisive.contains(index) || isWorthTelling(index) {
      let event = events[index]
      if event.looksForStores, !isLookTooEarly(index) {
        owed.insert(event.thread)
        continue
      }
      let words = Narrator(event, isWholeSave: saves.areWhole.contains(index))
      let isOwed = owed.remove(event.thread) != nil
      let sentence = Sentence(
        event: event, text: words.text, isDecisive: isOwed || decisive.contains(index))
      if let last = told.last, !sentence.isDecisive, sentence.repeats(last) { continue }
      told.append(sentence)
    }
    return Folding.folded(told)
  }

  private func isWorthTelling(_ index: Int) -> Bool {
    let event = events[index]
    if event.queue == ChatStack.onlooker { return false }
    return switch event.fact {
    case let fact as SchedulerFact: isWorthTelling(fact, index)
    case let fact as CoreDataFact: isWorthTelling(fact, index)
    default: true
    }
  }

  private func isWorthTelling(_ fact: SchedulerFact, _ index: Int) -> Bool {
    switch fact {
    case .threadBegan, .threadEnded, .blockEnded: false
    // The program is the first block of its main queue.
    case .blockBegan: index > 0
    case .spent, .accessed: !saves.areInside.contains(index) && !isSaidNext(index)
    case .enqueued(let queue, _): !isTripOfEngine(fact, to: queue, index)
    default: true
    }
  }

  private func isWorthTelling(_ fact: CoreDataFact, _ index: Int) -> Bool {
    switch fact.kind {
    case .sql, .willSave, .holds: false
    case .didChange, .save, .didSave: !saves.areParts.contains(index)
    case .storeTime where fact.isMerging: false
    case .storeAccess where events[index].looksForStores: isLookTooEarly(index)
    case .storeAccess, .storeTime: !saves.areInside.contains(index) && !isSaidNext(index)
    case .confinement: violations.contains(events[index].sequence)
    default: true
    }
  }

  /// Whether a store is added after a context has looked for one.
  private func isLookTooEarly(_ index: Int) -> Bool {
    events[index...].contains { event in
      if case .addStore? = event.fact as? CoreDataFact { true } else { false }
    }
  }

  /// An entry into a free queue that the reader's code does not ask for. It matters when a thread
  /// waits for that queue and stays there, and where it is the middle of a save that others enter.
  private func isTripOfEngine(_ fact: SchedulerFact, to queue: String, _ index: Int) -> Bool {
    guard events[index].place == nil, fact.isEntry(of: events[index]) else { return false }
    return !heldForever.contains(.queue(name: queue)) && !saves.areInterrupted.contains(index)
  }

  /// Whether the next entry tells what this trip to the store was for.
  private func isSaidNext(_ index: Int) -> Bool {
    let next = events[(index + 1)...].first { !$0.isDetail }
    guard let next, next.thread == events[index].thread else { return false }
    switch next.fact as? CoreDataFact {
    case .fetch, .fault: return true
    default: return false
    }
  }
}

extension Telling.Sentence {
  fileprivate func repeats(_ other: Self) -> Bool {
    event.thread == other.event.thread && event.queue == other.event.queue && text == other.text
  }
}

extension CoreDataFact {
  /// The price of a merge, which is told by itself.
  fileprivate var isMerging: Bool {
    if case .storeTime(.merge, _) = self { true } else { false }
  }
}

extension TraceEvent {
  fileprivate var looksForStores: Bool {
    if case .storeAccess(.lookForStores, _)? = fact as? CoreDataFact { true } else { false }
  }

  /// Whether it stands between two entries of a log without parting them.
  fileprivate var isDetail: Bool {
    switch (fact as? SchedulerFact, fact as? CoreDataFact) {
    case (.blockEnded, _), (.spent, _), (_, .sql), (_, .storeTime), (_, .holds): true
    default: false
    }
  }

  /// Whether this is a step into a queue that was free, so that its block runs at once.
  var entersQueue: Bool { (fact as? SchedulerFact)?.isEntry(of: self) ?? false }
}
