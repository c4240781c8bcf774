/// Threads that can never go on.
public struct DeadlockReport: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Each waits for the next, the last for the first.
    case cycle
    /// A thread waits for a signal that nobody can send any more.
    case lostWakeUp
    /// A thread waits for something that a thread took and kept when it ended.
    case neverReleased
  }

  /// One thread of it.
  public struct Member: Hashable, Sendable {
    public let thread: String
    /// What it holds, and where it got that.
    public let holds: [Holding]
    /// What it waits for: `lock A`, `its turn on queue B`...
    public let wants: String
    public internal(set) var place: SourcePlace
    /// The thread it waits for, if one can be named.
    public let waitsFor: String?
  }

  public struct Holding: Hashable, Sendable {
    public let name: String
    public internal(set) var place: SourcePlace
  }

  public let kind: Kind
  /// The threads of the cycle, each waiting for the next; otherwise those nobody can wake.
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
    case .lostWakeUp: "lost wake-up: waiting for a signal that nobody can send any more"
    case .neverReleased: "deadlock: waiting for what a thread that ended never gave back"
    }
  }
}

extension DeadlockReport.Member: CustomStringConvertible {
  public var description: String {
    let held =
      holds.isEmpty
      ? "holds nothing"
      : "holds " + holds.map { "\($0.name) (\($0.place))" }.joined(separator: " and ")
    let blocker = waitsFor.map { ", which is up to \($0)" } ?? ""
    return "\(thread) \(held), waits for \(wants) (\(place))\(blocker)"
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

  private func member(_ thread: VirtualThread) -> DeadlockReport.Member {
    DeadlockReport.Member(
      thread: thread.name,
      holds: thread.holdings.map {
        DeadlockReport.Holding(name: objects[$0.object].words, place: $0.place)
      },
      wants: wanted(by: thread), place: thread.pending.place,
      waitsFor: blocker(of: thread).map { threads[$0].name })
  }

  private func wanted(by thread: VirtualThread) -> String {
    let id = thread.pending.object
    switch thread.pending.kind {
    case .turn: return "its turn on \(objects[id].words)"
    case .finishOnMain: return "its block on \(objects[id].words)"
    case .join: return "the end of \(threads[id].name)"
    case .wait: return "a signal of \(objects[id].words)"
    default: return objects[id].words
    }
  }
}
