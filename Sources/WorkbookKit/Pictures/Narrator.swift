internal import CoreData
internal import Foundation
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
    case let fact as LabelledFact: words(fact)
    default: firstLine
    }
  }

  /// A report is a paragraph; in a lane there is room for its point.
  private var firstLine: String {
    event.fact.words.split(separator: "\n").first.map(String.init) ?? ""
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
    case .deadlocked(let members): members.first.map(standstill) ?? firstLine
    case .spent, .accessed: store
    default: firstLine
    }
  }

  private func standstill(_ member: DeadlockReport.Member) -> String {
    guard let holder = member.waitsFor else { return "can never go on: waits for \(member.wants)" }
    return "can never go on: \(member.wants) is up to \(holder)"
  }
}

extension SchedulerFact {
  /// Whether this is a step into a queue that was free, so that its block runs at once.
  func isEntry(of event: TraceEvent) -> Bool {
    if case .enqueued(let queue, isAwaited: true) = self { queue == event.queue } else { false }
  }
}

// MARK: Facts of Core Data

extension Narrator {
  private func words(_ fact: LabelledFact) -> String {
    switch fact.kind {
    case .save:
      "\(isWholeSave ? "saves" : "begins to save")\(context())\(changes(after: "saves "))"
    case .didSave: "has saved\(context())\(changes(after: "has saved "))"
    case .didChange: "processes changes\(context(after: " of")) (\(firstLine))"
    case .saveFailed: firstSentence
    case .merge: "merges\(changes(after: "merges "))"
    case .confinement: confinement
    default: firstLine
    }
  }

  /// What is to be done about it is said elsewhere.
  private var firstSentence: String {
    firstLine.range(of: ". ").map { String(firstLine[..<$0.lowerBound]) } ?? firstLine
  }

  /// The context, where the queue does not tell it already.
  private func context(after word: String = "") -> String {
    let here = event.queue ?? event.thread
    // One without a name is `the context of Import.swift:9`, and its queue the same without `the`.
    guard let name = (event.fact as? LabelledFact)?.subject, name != here, name != "the \(here)"
    else { return "" }
    return "\(word) \(name)"
  }

  private func changes(after verb: String) -> String {
    firstLine.hasPrefix(verb) ? " (\(firstLine.dropFirst(verb.count)))" : ""
  }

  private var store: String {
    let changes = changes(after: "saves ")
    return changes.isEmpty ? firstLine : "writes to the store\(changes)"
  }

  private var confinement: String {
    guard let violation = (event.fact as? LabelledFact)?.payload as? ConfinementViolation else {
      return firstLine
    }
    return switch violation.subject {
    case .context(let message): "uses \(message) of \(violation.context) off its queue"
    case .object(let object, let property):
      "touches \(property) of \(object), which belongs to \(violation.context)"
    }
  }
}
