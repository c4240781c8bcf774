internal import CoreData
public import Interleaving

extension Timeline {
  /// A run as its log tells it.
  public init(of run: RunReport) {
    let decisive = run.decisiveEvents
    let events = run.events.enumerated().filter { Self.isWorthTelling($0.element) }
    // Threads that do nothing worth telling get no lane.
    let lanes = run.threads.filter { thread in events.contains { $0.element.thread == thread } }
    let steps = events.enumerated().map { number, numbered in
      let (index, event) = numbered
      return Step(
        number: number + 1, lane: lanes.firstIndex(of: event.thread) ?? 0,
        queue: event.queue == event.thread ? nil : event.queue, text: Self.words(for: event),
        place: event.place?.description, isDecisive: decisive.contains(index))
    }
    self.init(lanes: lanes, steps: steps)
  }

  /// A report of the confinement checker or of a conflict is a paragraph; in a lane there is room
  /// for its point.
  private static func words(for event: TraceEvent) -> String {
    guard let violation = event.payload as? ConfinementViolation else {
      return event.label.split(separator: "\n").first.map(String.init) ?? ""
    }
    return switch violation.subject {
    case .context(let message): "uses \(message) of \(violation.context) off its queue"
    case .object(let object, let property):
      "touches \(property) of \(object), which belongs to \(violation.context)"
    }
  }

  /// A reader learns nothing from threads and blocks that come to their ends, nor from the program
  /// beginning with the first block of its main queue. The statements of a trip to the store would
  /// bury the trip.
  private static func isWorthTelling(_ event: TraceEvent) -> Bool {
    let isProgramBegin = event.sequence == 0 && event.kind == "begin"
    return !isProgramBegin && !["start", "end", "finish", "sql"].contains(event.kind)
  }
}

extension RunReport {
  /// The positions of the events at which the scheduler did something else than let whoever runs
  /// go on, and of the one at which the run went wrong.
  var decisiveEvents: Set<Int> {
    var steps = Set(decisions.indices.filter(isDeviation).map { $0 + 1 })
    if isFailure, let failedAt { steps.insert(failedAt) }
    return Set(steps.compactMap { step in eventSteps.firstIndex(of: step) })
  }

  /// Whether the thread taken is another than the one that keeps to the rule: go on; if that is
  /// impossible, the first.
  private func isDeviation(_ index: Int) -> Bool {
    let decision = decisions[index]
    guard decision.choice != nil else { return false }
    let before = index == 0 ? threads.first : decisions[index - 1].takenOption.thread
    let usual = decision.options.firstIndex { $0.thread == before } ?? 0
    return decision.taken != usual
  }
}

extension WaitCycle {
  /// The threads that can never go on.
  public init(of report: DeadlockReport) {
    let links = report.members.map { member in
      Link(
        thread: member.thread, holds: member.holds.map(\.name), waitsFor: member.wants,
        heldBy: member.waitsFor, place: member.place.description)
    }
    self.init(links: links, isRing: report.kind == .cycle)
  }
}
