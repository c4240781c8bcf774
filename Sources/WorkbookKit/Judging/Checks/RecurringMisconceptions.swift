internal import CoreData
internal import Interleaving

// Wrong ideas that several exercises meet. Each exercise says which of its outcomes gives the idea
// away, and which of its hints fits; what is told of it is the same everywhere.

extension Misconception {
  /// Something is told, or relied upon, beside a block that has not run yet.
  public static func startedIsNotFinished(seenAs outcome: String, rung: Int = 0) -> Misconception {
    Misconception(
      "started-is-not-finished",
      "perform returns at once. What is written behind it in the source runs before its block.",
      rung: rung
    ) { $0.isOutcome(outcome) && $0.isTold(before: .didSave) }
  }

  /// No save was made at all.
  public static func unsavedIsNotStored(seenAs outcome: String, rung: Int = 2) -> Misconception {
    Misconception(
      "unsaved-is-not-stored",
      "What is inserted or changed lives in the memory of its context until that context saves.",
      rung: rung
    ) { $0.isOutcome(outcome) && $0.count(.save) == 0 }
  }

  /// The error of the only save is dropped; `soWhat` says who has to know of it.
  public static func errorMeansNothingSaved(_ soWhat: String, rung: Int = 1) -> Misconception {
    Misconception(
      "error-means-nothing-saved", "When save throws, nothing was written. \(soWhat)", rung: rung
    ) { $0.isOutcome("error-swallowed") }
  }

  /// What a save refused is still in its context, and goes with a later one.
  public static let failedSaveStaysPending = Misconception(
    "failed-save-stays-pending",
    "A save that fails forgets nothing: its changes stay in the context, and go with the next "
      + "save. Take them out of it.", rung: 2
  ) { $0.isOutcome("left-pending") && $0.count(.saveFailed) > 0 }

  /// The error of the save that meets the store is dropped.
  public static func upperLevelMayRefuse(rung: Int) -> Misconception {
    Misconception(
      "upper-level-may-refuse",
      "Each level can refuse. The error of the last save, which meets the store, counts as well.",
      rung: rung
    ) { $0.isOutcome("error-swallowed") }
  }

  /// A listener's `callback` is called on another queue than main, where its owner lives.
  public static func callbackRunsWhereItIsCalled(
    _ callback: String, of owner: String, rung: Int = 2
  ) -> Misconception {
    Misconception(
      "callback-runs-where-it-is-called",
      "\(callback) runs on the queue of its caller. \(owner) lives on the main queue.",
      rung: rung
    ) { $0.isOutcome("off-main") }
  }

  /// Each of several threads has a lock that another one wants.
  public static let locksInOneOrder = Misconception(
    "locks-in-one-order",
    "Each holds a lock that the other one wants. Take several locks in one agreed order, or one lock "
      + "for all.", rung: 2
  ) { $0.verdict == .hang && !$0.isWaitForItself && $0.count(.acquired) > 1 }

  /// In some order the `callback` is not called.
  public static func neverTold(
    _ callback: String, seenAs outcome: String = "not-told", rung: Int = 0
  ) -> Misconception {
    Misconception(
      "never-told", "There is a way through the method on which \(callback) is not called.",
      rung: rung
    ) { $0.isOutcome(outcome) }
  }
}
