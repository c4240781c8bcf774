import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any OpensTheStore>(
  trials: [
    opening("three-callers"), failing("cannot-be-opened"), openingForOne("gate-not-kept"),
  ],
  misconceptions: [
    Misconception(
      "somebody-keeps-it",
      "The handler of the loading holds the gate weakly, and nothing else needs to hold it. Let the "
        + "handler keep it until the store is open."
    ) { $0.isOutcome("not-told") && $0.trial == "gate-not-kept" },
    Misconception(
      "opening-is-not-open",
      "Loading returns before the store is there. Until its handler was called nothing may be told."
    ) { $0.isOutcome("too-early") },
    Misconception(
      "handlers-are-not-on-main",
      "The handler of the loading runs where the store was opened. The gate and those who ask are "
        + "on main: bring the end of the loading there first."
    ) { $0.isOutcome("off-main") || $0.isOutcome("race") },
    Misconception(
      "an-error-is-an-end",
      "A store that cannot be opened is an end of the wait, too. Tell the error to all who wait."
    ) { $0.trial == "cannot-be-opened" && $0.isOutcome("not-told") },
    Misconception(
      "an-error-is-no-store", "The store could not be opened, and the gate says that it is open."
    ) { $0.isOutcome("error-swallowed") },
    Misconception(
      "many-may-wait",
      "Some caller was never told. There may be several before the store is open, and some after.",
      rung: 2
    ) { $0.isOutcome("not-told") },
    Misconception(
      "told-is-done", "Who was told must be forgotten, or is told again.", rung: 2
    ) { $0.isOutcome("told-twice") },
  ],
  solutions: [
    .solution(
      "ListsOnMain",
      because: "A list of blocks that only main touches. The handler goes to main, which tells "
        + "all in the list and remembers how it ended."),
    .solution(
      "NotifiesAGroup",
      because: "A group is entered before the loading and left behind it. It keeps blocks for "
        + "main until then, runs later ones at once, and each one once."),
  ],
  museum: [
    .piece(
      "HoldsTheGateWeakly", .wrong, "somebody-keeps-it",
      because: "Lets the gate go before the store is open, if nothing else keeps it."),
    .piece(
      "AsShipped", .wrong, "handlers-are-not-on-main",
      because: "As shipped: one block is kept, and called where the store was opened."),
    .piece(
      "TellsWhereItLoads", .wrong, "handlers-are-not-on-main",
      because: "Keeps a list, and tells on the queue of the loading."),
    .piece(
      "KeepsErrorsToItself", .wrong, "an-error-is-an-end",
      because: "Opens the gate only if there was no error."),
    .piece(
      "SaysItIsOpen", .wrong, "an-error-is-no-store", because: "Opens the gate in any case."),
    .piece(
      "TellsAtOnce", .wrong, "opening-is-not-open", because: "Tells while it is being loaded."),
    .piece(
      "ForgetsLateOnes", .wrong, "many-may-wait",
      because: "Puts late callers on a list that was told already."),
    .piece(
      "TellsThemAgain", .wrong, "told-is-done",
      because: "Tells late callers at once, and all of the list each time."),
    .piece(
      "AsksTheCoordinator", .wrong, "an-error-is-an-end",
      because: "Looks for a store to see whether the wait is over."),
    .piece(
      "SetsABoolThere", .wrong, "handlers-are-not-on-main",
      because: "Main tells and keeps the list; the Bool is set where the store was opened."),
    .piece("OpensOnMain", .wrong, because: "Loads on main, which stands still."),
    .piece("WaitsOnMain", .wrong, because: "Loads beside main, which waits for it."),
    .piece("LocksTheList", .pass, because: "A lock guards the list, and main tells."),
    .piece(
      "LooksAndThenJoins", .wrong, "many-may-wait",
      because: "Looks whether it is open under one lock, and joins the list under another."),
  ])
