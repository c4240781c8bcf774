public import Interleaving

// What is said of threads that can never go on: in a lane, in a verdict, and beside the ring.

extension DeadlockReport.Member {
  /// What its last entry in a log says.
  var standstill: String {
    waitsFor.map { "can never go on: \(wants) is up to \($0)" }
      ?? "can never go on: waits for \(wants)"
  }
}

extension DeadlockReport {
  /// A report as a verdict tells it.
  var sentence: String {
    switch kind {
    case .cycle where members.count == 1:
      "Thread \(members[0].thread) waits for itself, so it waits for ever."
    case .cycle:
      "The threads \(members.map(\.thread).joined(separator: " and ")) wait for each other, so they "
        + "wait for ever."
    case .lostWakeUp:
      "Thread \(members[0].thread) waits for a signal that nobody can send any more."
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
        heldBy: member.waitsFor, place: member.place.description)
    }
    self.init(links: links, isRing: report.kind == .cycle)
  }
}
