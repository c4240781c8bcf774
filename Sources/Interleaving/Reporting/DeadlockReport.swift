/// Threads that can never go on.
public struct DeadlockReport: Hashable, Sendable {
  /// A circle, or waiting for what will not come.
  public enum Kind: Hashable, Sendable {
    /// Each waits for the next, the last for the first.
    case cycle
    /// A thread waits for a signal that no thread can send any more.
    case lostWakeUp
    /// A thread waits for something that a thread took and kept when it ended.
    case neverReleased
  }

  /// One thread of it.
  public struct Member: Hashable, Sendable, Encodable {
    /// The name of the thread.
    public let thread: String
    /// What it holds, and where it got that.
    public let holds: [Holding]
    /// What it waits for.
    public let wants: Want
    /// The line where it waits.
    public internal(set) var place: SourcePlace
    /// The thread it waits for, if one can be named.
    public let waitsFor: String?
  }

  /// Something that a thread holds.
  public struct Holding: Hashable, Sendable, Encodable {
    /// What it holds.
    public let held: Holdable
    /// The line where it got it.
    public internal(set) var place: SourcePlace
  }

  /// A circle, or waiting for what will not come.
  public let kind: Kind
  /// The threads of the cycle, each waiting for the next; otherwise those that no thread can wake.
  public internal(set) var members: [Member]
  /// Further threads, stuck behind those.
  public let victims: [Member]
  /// Whether other threads could still run when the cycle closed.
  public let isPartial: Bool
}

extension DeadlockReport: CustomStringConvertible {
  public var description: String {
    ([headline] + members.map(\.description) + victims.map { "behind it: \($0)" })
      .joined(separator: "\n")
  }

  private var headline: String {
    switch kind {
    case .cycle where members.count == 1: "deadlock: a thread waits for itself"
    case .cycle: "deadlock: \(members.count) threads wait for each other in a circle"
    case .lostWakeUp: "lost wake-up: waiting for a signal that no thread can send any more"
    case .neverReleased: "deadlock: waiting for what a thread that ended never gave back"
    }
  }
}

extension DeadlockReport.Member: CustomStringConvertible {
  public var description: String {
    let held =
      holds.isEmpty
      ? "holds nothing"
      : "holds " + holds.map { "\($0.held) (\($0.place))" }.joined(separator: " and ")
    let blocker = waitsFor.map { ", which depends on \($0)" } ?? ""
    return "\(thread) \(held), waits for \(wants) (\(place))\(blocker)"
  }

  /// Why it cannot go on, as the rest of a sentence that begins with it.
  var obstacle: String {
    switch (wants, waitsFor) {
    case (.lock, let holder?): "takes \(wants), which \(holder) holds"
    case (.lock, nil): "takes \(wants)"
    case (_, let other?): "waits for \(wants); that depends on \(other)"
    case (_, nil): "waits for \(wants)"
    }
  }
}

extension RunModel {
  /// Explains why nothing can go on; called when no thread can.
  func explainDeadlock() -> DeadlockReport {
    let stuck = stuckThreads
    if let cycle = record.cycles.first {
      return DeadlockReport(
        kind: .cycle, members: cycle.members.map { member(threads[$0]) },
        victims: stuck.filter { !cycle.members.contains($0.id) }.map(member),
        isPartial: cycle.step < steps.count)
    }
    let orphans = stuck.filter { blocker(of: $0) == nil }
    let kept = stuck.filter { blocker(of: $0).map { threads[$0].phase == .ended } ?? false }
    let roots = orphans.isEmpty ? kept : orphans
    return DeadlockReport(
      kind: orphans.isEmpty ? .neverReleased : .lostWakeUp, members: roots.map(member),
      victims: stuck.filter { thread in !roots.contains { $0 === thread } }.map(member),
      isPartial: false)
  }

  func member(_ thread: VirtualThread) -> DeadlockReport.Member {
    DeadlockReport.Member(
      thread: thread.name,
      holds: thread.holdings.map {
        DeadlockReport.Holding(held: objects[$0.object].holdable, place: $0.place)
      },
      wants: want(of: thread), place: thread.pending.place,
      waitsFor: blocker(of: thread).map { threads[$0].name })
  }
}
