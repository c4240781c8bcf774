/// The choices that Apple's documents leave open or changed over the years, one property each.
/// A coordinator holds them; a context reads them when it is created.
public struct CoreDataBehaviour: Sendable {
  /// How a coordinator serves requests that arrive together.
  public enum CoordinatorMode: Sendable, Hashable {
    /// One request at a time, first come, first served (before iOS 10).
    case classic
    /// One writer beside several readers, if every store is SQLite in WAL mode.
    case pooled
  }

  /// What a child keeps when its parent exchanges a temporary ID for a permanent one.
  public enum NestedTemporaryIDs: Sendable, Hashable {
    /// The child keeps the temporary ID until it obtains the permanent one. A fetch does not
    /// recognise the object and makes a second instance for the row.
    case classic
    /// The child keeps the temporary ID until it obtains the permanent one, or meets the row again:
    /// then its object takes the permanent ID.
    case untilRefetched
    /// The child's objects learn of the permanent ID by themselves.
    case fixedUp
  }

  /// What happens when a child saves what its parent has changed meanwhile.
  public enum ChildOverlap: Sendable, Hashable {
    /// The child's values win, and the log warns of it.
    case overwrite
    /// A conflict, as between a context and a store.
    case conflict
  }

  /// When the parent announces what a child's save brought it.
  public enum ParentNotice: Sendable, Hashable {
    /// Before the child says that it has saved.
    case beforeDidSave
    /// After it.
    case afterDidSave
  }

  /// In which order a limit and pending changes shape the results of a fetch. An offset skips rows
  /// of the store either way.
  public enum LimitedFetch: Sendable, Hashable {
    /// Pending changes first: the limit counts what is really found.
    case reconcileThenTrim
    /// The limit first: pending changes make the results fewer or more.
    case trimThenReconcile
  }

  /// How a child context fetches.
  public enum ChildFetches: Sendable, Hashable {
    /// Batch size and prefetching are ignored: everything is loaded.
    case classic
    /// As a context on the coordinator does.
    case asRoot
  }

  /// What happens when a model names a class that does not exist.
  public enum MissingClasses: Sendable, Hashable {
    /// The first object of the entity stops the program, which says what can be done.
    case refuse
    /// Its objects are plain managed objects, and a warning says so: Apple's way.
    case plainObjects
  }

  /// What becomes of an asynchronous fetch whose context is gone when the results are there.
  public enum AbandonedFetches: Sendable, Hashable {
    /// The completion is told an error.
    case fail
    /// The completion is not called.
    case stayQuiet
  }

  /// What a child knows of permanent IDs (facts D10 to D16).
  public var nestedTemporaryIDs = NestedTemporaryIDs.untilRefetched
  /// Whether a temporary ID captured before a save finds its object afterwards, in the same
  /// context (fact D6).
  public var resolvesCapturedTemporaryIDs = false
  /// Whether a child's save is checked against changes of its parent (fact E13).
  public var childOverlap = ChildOverlap.overwrite
  /// Where the parent's did-change stands in a child's save (fact E3).
  public var parentNotice = ParentNotice.beforeDidSave
  /// Whether a save validates before it calls `willSave()` (fact I5).
  public var validatesBeforeWillSave = false
  /// Whether `ObjectsDidChange` comes before the will-save notification (fact I5).
  public var didChangePrecedesWillSave = true
  /// How a fetch limit meets pending changes (fact G12).
  public var limitedFetch = LimitedFetch.reconcileThenTrim
  /// Whether a fetch processes pending changes first (fact G18).
  public var fetchProcessesPendingChanges = true
  /// How requests that arrive together are served (facts P2 to P7).
  public var coordinatorMode = CoordinatorMode.pooled
  /// What trips to a store cost in virtual time.
  public var storeCosts = StoreCosts()
  /// What merge policies do when one side deleted what the other one changed (facts K9, K10).
  public var deletionConflicts = DeletionConflictSwitches()
  /// Whether a merge announces updates of objects that the receiver has not realised; before
  /// iOS 10 it ignored them (fact J5).
  public var mergesUnrealisedUpdates = true

  /// Whether children, too, load batches and prefetch; classically they ignore both (facts E15,
  /// G13).
  public var childFetches = ChildFetches.classic
  /// What becomes of an asynchronous fetch whose context is gone (fact T4).
  public var abandonedFetches = AbandonedFetches.fail
  /// How much SQL the stores print: 0 nothing, from 1 every statement (fact C13). Starts as the
  /// launch argument `-com.apple.CoreData.SQLDebug` says.
  public var sqlDebugLevel = LaunchArguments.ofProcess.sqlDebugLevel

  /// What happens when a model names a class that does not exist.
  public var missingClasses = MissingClasses.refuse

  /// The choices of today's Core Data.
  ///
  /// ```swift
  /// var behaviour = CoreDataBehaviour()
  /// behaviour.coordinatorMode = .classic
  /// coordinator.behaviour = behaviour
  /// ```
  public init() {}
}
