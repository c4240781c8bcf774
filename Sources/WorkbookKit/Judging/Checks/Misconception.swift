public import CoreData
public import Interleaving

/// A wrong idea that a failing run gives away, and what its owner is told.
public struct Misconception: Sendable {
  /// Short and stable: `sleep-is-no-order`.
  public let id: String
  public let sentence: String
  /// The rung of the hints that fits: 0 where to look, 1 which rule, 2 what shape.
  public let rung: Int
  let fits: @Sendable (Finding) -> Bool

  public init(
    _ id: String, _ sentence: String, rung: Int = 1,
    when fits: @escaping @Sendable (Finding) -> Bool
  ) {
    self.id = id
    self.sentence = sentence
    self.rung = rung
    self.fits = fits
  }
}

/// What went wrong in the simplest failing run.
public struct Finding: Sendable {
  public let trial: String
  public let verdict: Verdict
  /// As in `Judgement.Cause`: `outcome.lost`, `avoided.overlap`.
  public let cause: String
  /// The log of that run.
  public let events: [TraceEvent]
  /// In a hang: the threads that wait for each other.
  public var circle: [String] = []

  /// Whether one thread waits for something that it has itself.
  public var isWaitForItself: Bool { circle.count == 1 }

  /// Whether the run ended with this outcome.
  public func isOutcome(_ name: String) -> Bool { cause == "outcome.\(name)" }

  /// Whether this requirement was not met.
  public func avoids(_ requirement: String) -> Bool { cause == "avoided.\(requirement)" }

  /// How many events of a kind the run had, in all or on one thread.
  public func count(_ kind: CoreDataFact.Kind, on thread: String? = nil) -> Int {
    count(on: thread) { ($0 as? CoreDataFact)?.kind == kind }
  }

  public func count(_ kind: SchedulerFact.Kind, on thread: String? = nil) -> Int {
    count(on: thread) { ($0 as? SchedulerFact)?.kind == kind }
  }

  /// Whether the last event of a kind came before the first of another, which may not have come.
  public func isLast(_ kind: CoreDataFact.Kind, before other: CoreDataFact.Kind) -> Bool {
    let kinds = events.map { ($0.fact as? CoreDataFact)?.kind }
    guard let last = kinds.lastIndex(of: kind) else { return false }
    return last < kinds.firstIndex(of: other) ?? kinds.count
  }

  /// Whether an observer was told before the last event of this kind. What another teller does is
  /// that one's own work.
  public func isTold(before kind: CoreDataFact.Kind) -> Bool {
    let calls = events.indices.filter { events[$0].fact is ListenerFact }
    let tellers = Set(calls.map { events[$0].thread })
    return calls.contains { call in
      events[call...].contains { event in
        (event.fact as? CoreDataFact)?.kind == kind
          && (event.thread == events[call].thread || !tellers.contains(event.thread))
      }
    }
  }

  private func count(on thread: String?, where fits: (any Fact) -> Bool) -> Int {
    events.count { fits($0.fact) && (thread == nil || $0.thread == thread) }
  }
}
