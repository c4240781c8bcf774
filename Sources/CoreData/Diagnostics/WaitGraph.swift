public import Interleaving

/// Knows what the queues and locks of a program are, and so can name the shape of a deadlock
/// that the scheduler reports in terms of names only.
public struct WaitGraph: Sendable {
  /// What a queue or lock is.
  public enum Role: Hashable, Sendable {
    /// The main queue.
    case main
    /// The queue of a context, and that of its parent.
    case context(parent: String?)
    /// A coordinator's queue.
    case coordinator
    /// A lock.
    case lock
    /// A context that an actor or executor runs its work on.
    case executor
  }

  private var roles: [String: Role] = ["main": .main, "coordinator": .coordinator]

  /// The graph of what a deadlock's members hold and want.
  public init(_ contexts: NSManagedObjectContext...) {
    for context in contexts { add(context) }
  }

  /// Registers the queue of a context.
  public mutating func add(_ context: NSManagedObjectContext) {
    guard let queue = context.queue, queue.name != "main" else { return }
    roles[queue.name] = .context(parent: context.parent?.queue?.name)
  }

  /// Registers a lock, or gives a queue another role.
  public mutating func add(_ name: String, as role: Role) { roles[name] = role }

  /// The shape of the deadlock; nil if it is none of the known ones.
  public func shape(of report: DeadlockReport) -> DeadlockShape? {
    let threads = report.kind == .cycle ? report.members : report.members + report.victims
    let waits = threads.map(Wait.init)
    let wanted = waits.compactMap { role(of: $0.wants) }
    let involved = Set(wanted + waits.flatMap { $0.holds.compactMap(role(of:)) })
    if involved.contains(.coordinator) { return .coordinatorBlockWaitsForContext }
    if wanted.contains(.lock) { return .lockAroundContext }
    if involved.contains(.executor) { return .executorsWaitForEachOther }
    if waits.contains(where: waitsUnderItsChild) { return .parentWaitsForChild }
    if waits.contains(where: \.isMainThread), wanted.contains(.main) {
      let parents = waits.filter(\.isMainThread).compactMap { role(of: $0.wants) }
      return parents.contains(.context(parent: "main"))
        ? .mainWaitsForItsChild : .mainWaitsForWorkThatNeedsMain
    }
    return wanted.count > 1 && wanted.allSatisfy(\.isContext) ? .contextsWaitForEachOther : nil
  }

  /// Whether one thread holds a parent and its child, and needs the parent's turn once more.
  private func waitsUnderItsChild(_ wait: Wait) -> Bool {
    wait.holds.contains { held in
      guard case .context(let parent?)? = role(of: held) else { return false }
      return wait.wants == parent && wait.holds.contains(parent)
    }
  }

  private func role(of name: String?) -> Role? { name.flatMap { roles[$0] } }

  /// One stuck thread, as far as its shape matters.
  private struct Wait {
    let isMainThread: Bool
    /// Names of queues and locks.
    let holds: [String]
    let wants: String?

    init(_ member: DeadlockReport.Member) {
      isMainThread = member.thread == "main"
      holds = member.holds.map(\.held.name)
      wants = member.wants.held?.name
    }
  }
}

extension WaitGraph.Role {
  fileprivate var isContext: Bool { if case .context = self { true } else { false } }
}
