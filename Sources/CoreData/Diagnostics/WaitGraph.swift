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

  /// A graph that knows the queues of these contexts, the main queue and the coordinator's.
  ///
  /// ```swift
  /// let shape = WaitGraph(main, worker).shape(of: report)
  /// ```
  ///
  /// - Parameter contexts: those that the program has named.
  public init(_ contexts: NSManagedObjectContext...) {
    for context in contexts { add(context) }
  }

  /// Registers the queue of a context.
  ///
  /// ```swift
  /// graph.add(importer)
  /// ```
  ///
  /// - Parameter context: one whose queue and parent are known by now.
  public mutating func add(_ context: NSManagedObjectContext) {
    guard let queue = context.queue, queue.name != "main" else { return }
    roles[queue.name] = .context(parent: context.parent?.queue?.name)
  }

  /// Registers a lock, or gives a queue another role.
  ///
  /// ```swift
  /// graph.add("cache lock", as: .lock)
  /// ```
  ///
  /// - Parameters:
  ///   - name: what the runtime calls it.
  ///   - role: what it is.
  public mutating func add(_ name: String, as role: Role) { roles[name] = role }

  /// The shape of the deadlock; nil if it is none of the known ones.
  ///
  /// ```swift
  /// if graph.shape(of: report) == .parentWaitsForChild { print("save the child elsewhere") }
  /// ```
  ///
  /// - Parameter report: the scheduler's, in terms of names.
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

/// The ways in which Core Data code is known to hang.
public enum DeadlockShape: String, Sendable, CaseIterable {
  /// DL1: a parent waits for its child, which needs the parent.
  case parentWaitsForChild = "DL1"
  /// DL2: main waits for a child of its own context.
  case mainWaitsForItsChild = "DL2"
  /// DL3: main waits for work that needs main.
  case mainWaitsForWorkThatNeedsMain = "DL3"
  /// DL4: two contexts are entered in two orders.
  case contextsWaitForEachOther = "DL4"
  /// DL5: a lock is held around a context's turn, and taken inside one.
  case lockAroundContext = "DL5"
  /// DL6: executors wait for each other's contexts.
  case executorsWaitForEachOther = "DL6"
  /// DL7: a coordinator's block waits for a context.
  case coordinatorBlockWaitsForContext = "DL7"

  /// What happened, as a sentence.
  public var explanation: String {
    switch self {
    case .parentWaitsForChild:
      "A parent's block waits for a child, and the child needs its parent to fetch, fire or save."
    case .mainWaitsForItsChild:
      "The main thread waits for a child of the main context, whose earlier block saves into main."
    case .mainWaitsForWorkThatNeedsMain:
      "The main thread waits for work that cannot end before the main thread helps."
    case .contextsWaitForEachOther:
      "Two contexts wait for each other's turn."
    case .lockAroundContext:
      "One thread holds a lock and waits for a context; the context's block wants the lock."
    case .executorsWaitForEachOther:
      "Executors that run their work with performAndWait wait for each other."
    case .coordinatorBlockWaitsForContext:
      "A block on the coordinator waits for a context that needs the coordinator."
    }
  }

  /// The way out of it.
  public var wayOut: String {
    switch self {
    case .parentWaitsForChild, .mainWaitsForItsChild:
      "Wait only from child to parent; downwards use perform."
    case .mainWaitsForWorkThatNeedsMain: "Never block main: use perform, or await."
    case .contextsWaitForEachOther: "Take contexts in one order, or hand over with perform."
    case .lockAroundContext: "Give up the lock before you wait for a context."
    case .executorsWaitForEachOther: "Let executors enqueue with perform."
    case .coordinatorBlockWaitsForContext: "Keep contexts out of the coordinator's blocks."
    }
  }
}
