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
