internal import CoreData
internal import Foundation
internal import Interleaving

/// What is said of one entry of a log, without its thread: `saves view (1 inserted)`.
struct EventWords {
  let event: TraceEvent
  /// Of a save: whether it came to its end before another thread did anything.
  let isWholeSave: Bool
  let deadlock: DeadlockReport?

  init(_ event: TraceEvent, isWholeSave: Bool = true, deadlock: DeadlockReport? = nil) {
    self.event = event
    self.isWholeSave = isWholeSave
    self.deadlock = deadlock
  }

  var text: String {
    switch event.kind {
    case "begin": begin
    case "enqueue" where event.entersQueue: "enters queue \(event.subject ?? "")"
    case "deadlock": standstill
    case .save:
      "\(isWholeSave ? "saves" : "begins to save")\(context())\(changes(after: "saves "))"
    case .didSave: "has saved\(context())\(changes(after: "has saved "))"
    case .didChange: "processes changes\(context(after: " of")) (\(firstLine))"
    case .saveFailed: firstSentence
    case .merge: "merges\(changes(after: "merges "))"
    case .confinement: confinement
    case "spend", "write": store
    default: firstLine
    }
  }

  /// A report is a paragraph; in a lane there is room for its point.
  private var firstLine: String {
    event.label.split(separator: "\n").first.map(String.init) ?? ""
  }

  /// What is to be done about it is said elsewhere.
  private var firstSentence: String {
    firstLine.range(of: ". ").map { String(firstLine[..<$0.lowerBound]) } ?? firstLine
  }

  /// A thread that waited for its turn runs the block itself.
  private var begin: String {
    event.queue == event.thread || event.queue == nil
      ? "begins a block" : "enters queue \(event.subject ?? "")"
  }

  /// The context, where the queue does not tell it already.
  private func context(after word: String = "") -> String {
    let here = event.queue ?? event.thread
    // One without a name is `the context of Import.swift:9`, and its queue the same without `the`.
    guard let name = event.subject, name != here, name != "the \(here)" else { return "" }
    return "\(word) \(name)"
  }

  private func changes(after verb: String) -> String {
    firstLine.hasPrefix(verb) ? " (\(firstLine.dropFirst(verb.count)))" : ""
  }

  private var store: String {
    let changes = changes(after: "saves ")
    return changes.isEmpty ? firstLine : "writes to the store\(changes)"
  }

  private var standstill: String {
    guard let member = deadlock?.members.first(where: { $0.thread == event.thread }) else {
      return firstLine
    }
    guard let holder = member.waitsFor else { return "can never go on: waits for \(member.wants)" }
    return "can never go on: \(member.wants) is up to \(holder)"
  }

  private var confinement: String {
    guard let violation = event.payload as? ConfinementViolation else { return firstLine }
    return switch violation.subject {
    case .context(let message): "uses \(message) of \(violation.context) off its queue"
    case .object(let object, let property):
      "touches \(property) of \(object), which belongs to \(violation.context)"
    }
  }
}
