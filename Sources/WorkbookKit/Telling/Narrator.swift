internal import CoreData
internal import Interleaving

/// Puts what happened into words, without its thread: `saves view (1 inserted)`.
struct Narrator {
  let event: TraceEvent
  /// Of a save: whether it came to its end before another thread did anything.
  let isWholeSave: Bool

  init(_ event: TraceEvent, isWholeSave: Bool = true) {
    self.event = event
    self.isWholeSave = isWholeSave
  }

  var text: String {
    switch event.fact {
    case let fact as SchedulerFact: words(fact)
    case let fact as CoreDataFact: words(fact)
    default: event.fact.words
    }
  }
}

// MARK: The scheduler's facts

extension Narrator {
  private func words(_ fact: SchedulerFact) -> String {
    switch fact {
    // A thread that waited for its turn runs the block itself.
    case .blockBegan(let queue):
      event.queue == event.thread || event.queue == nil
        ? "begins a block" : "enters queue \(queue)"
    case .enqueued(let queue, _) where fact.isEntry(of: event): "enters queue \(queue)"
    case .deadlocked(let members): members.first?.standstill ?? fact.words
    case .threadBegan, .threadEnded, .blockEnded, .enqueued, .acquired, .released, .tookSignal,
      .signalled, .sawCompletion, .completed, .asked, .accessed, .task, .spent, .slept, .waits,
      .failed, .noted:
      fact.words
    }
  }
}

extension SchedulerFact {
  /// Whether this is a step into a queue that was free, so that its block runs at once.
  func isEntry(of event: TraceEvent) -> Bool {
    if case .enqueued(let queue, isAwaited: true) = self { queue == event.queue } else { false }
  }
}

// MARK: Core Data's facts

extension Narrator {
  private func words(_ fact: CoreDataFact) -> String {
    switch fact {
    case .save(let changes, let context):
      "\(isWholeSave ? "saves" : "begins to save")\(named(context)) (\(changes))"
    case .didSave(let changes, let context): "has saved\(named(context)) (\(changes))"
    case .didChange(let changes, let context):
      "processes changes\(named(context, after: " of")) (\(changes))"
    case .merge(let changes, _): "merges (\(changes.isEmpty ? "nothing" : "\(changes)"))"
    case .confinement(let violation): words(violation)
    case .storeAccess(.save(let changes), _), .storeTime(.save(let changes), _):
      "writes to the store (\(changes))"
    case .fetch, .fault, .holds, .inaccessibleFault, .idChange, .refresh, .reset, .rollback,
      .willSave, .saveFailed, .conflict, .overwrite, .misuse, .addStore, .storeAccess, .storeTime,
      .sql:
      fact.words
    }
  }

  /// The context, where the queue does not tell it already.
  private func named(_ context: String, after word: String = "") -> String {
    let here = event.queue ?? event.thread
    // One without a name is `the context of Import.swift:9`, and its queue the same without `the`.
    return context == here || context == "the \(here)" ? "" : "\(word) \(context)"
  }

  private func words(_ violation: ConfinementViolation) -> String {
    switch violation.subject {
    case .context(let message): "uses \(message) of \(violation.context) off its queue"
    case .object(let object, let property):
      "touches \(property) of \(object), which belongs to \(violation.context)"
    }
  }
}
