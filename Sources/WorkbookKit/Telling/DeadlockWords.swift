public import Interleaving

// What is said of threads that can never go on: in a lane, in a verdict, and beside the ring.

extension DeadlockReport.Member {
  /// What its last entry in a log says.
  var standstill: String {
    let reason =
      switch (wants, waitsFor) {
      case (.lock, let holder?): "\(holder) holds \(wants)"
      case (_, let other?): "\(wants) depends on \(other)"
      case (_, nil): "waits for \(wants)"
      }
    return "can never go on: \(reason)"
  }
}

extension DeadlockReport {
  /// A report as a verdict tells it.
  var sentence: String {
    switch kind {
    case .cycle where members.count == 1:
      "Thread \(members[0].thread) waits for itself, so it never goes on."
    case .cycle:
      "The threads \(members.map(\.thread).joined(separator: " and ")) wait for each other, so "
        + "they never go on."
    case .lostWakeUp where members.allSatisfy { $0.wants == .continuation }:
      members.count == 1
        ? "Task \(members[0].thread) waits at an 'await' that nothing can end any more."
        : "The tasks \(members.map(\.thread).joined(separator: " and ")) wait at an 'await' that "
          + "nothing can end any more."
    case .lostWakeUp:
      "Thread \(members[0].thread) waits for a signal that can never come any more."
    case .neverReleased:
      "Thread \(members[0].thread) waits for what a thread that ended never gave back."
    }
  }
}

extension WaitCycle {
  /// The threads that can never go on.
  public init(of report: DeadlockReport) {
    let links = report.members.map { member in
      Link(
        thread: member.thread, holds: member.holds.map(\.held.description),
        waitsFor: member.wants.description,
        heldBy: member.waitsFor,
        place: member.place.isIn(Self.unknown) ? nil : member.place.description)
    }
    self.init(links: links, isRing: report.kind == .cycle)
  }

  /// Whose lines a reader has not written.
  private static let unknown = Experiment.engines.union(["ControlledDispatch"])
}
