import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any SavesWithCompletion>(
  trials: [
    saving("topic", .append("A"), topic: "A"),
    saving("message-written", .write, messages: ["Ahoy", "Aye"]),
    saving("message-removed", .remove, messages: []),
    saving("only-looked", .onlyLook),
    saving("refused", .writeTooMuch),
    saving("given-up", .giveUp),
    savingSlowly("slow-disk"),
    savingTwice("two-taps", .append("A"), .append("B"), topic: "AB"),
    savingTwice("refused-then-saved", .writeTooMuch, .append("B"), topic: "B"),
    savingTwice("given-up-then-saved", .giveUp, .append("B"), topic: "B"),
    savingOn("one-after-the-other"),
    savingOnBesideAnother("one-more-in-between"),
    savingAndClosing("closed-at-once"),
    savingBesideADraft("beside-a-draft"),
    savingInTwo("two-windows"),
    savingBesideAnother("beside-another"),
  ],
  misconceptions: [
    Misconception(
      "a-policy-drops",
      "By this policy a save that meets another one goes through without what it has changed, and no "
        + "error says so. Let it be refused, or try again."
    ) { $0.trial == "beside-another" && ($0.isOutcome("stale") || $0.isOutcome("lost")) },
    Misconception(
      "a-save-outlives-its-window",
      "The window is gone, and what it has asked for is not. Hold what saves until that "
        + "is done."
    ) { $0.trial == "closed-at-once" && $0.isOutcome("not-told") },
    Misconception(
      "view-is-its-users",
      "What is unsaved in 'view' belongs to the user who types it. Save in a context of your own, "
        + "and let 'view' merge."
    ) {
      $0.isOutcome("draft") || $0.isOutcome("draft-gone") || $0.isOutcome("objects-gone")
    },
    Misconception(
      "work-is-beside-main",
      "Main changes, saves or waits. Enqueue all of it on the queue of another context, and go on."
    ) { $0.isOutcome("on-main") || $0.isOutcome("frozen") },
    Misconception(
      "view-has-a-queue",
      "'view' is main's: to merge into it is work of main's, wherever the save was heard of."
    ) { $0.isOutcome("violation") },
    Misconception(
      "told-on-main",
      "The block of a save runs on its context's queue, and the screen lives on main.", rung: 2
    ) { $0.isOutcome("off-main") },
    Misconception(
      "called-is-not-done",
      "'perform' comes back before its block has run. Tell the screen in the block, behind the save."
    ) { $0.isOutcome("stale") && $0.isTold(before: .didSave) },
    Misconception(
      "saved-is-not-shown",
      "When a save has ended, 'view' has not heard of it yet. Merge it on main, and then tell.",
      rung: 2
    ) { $0.isOutcome("stale") },
    Misconception(
      "an-error-is-an-end",
      "A save that fails has ended, too, and so has one without changes: each way out of the block "
        + "must tell, once."
    ) { $0.isOutcome("not-told") || $0.isOutcome("told-twice") },
    Misconception(
      "errors-are-passed-on",
      "'try?' keeps the error from the screen: catch it, and hand it to 'then'."
    ) { $0.isOutcome("unblamed") },
    Misconception(
      "leftovers",
      "What was refused or given up stays in the context, and the next save meets it there. Roll "
        + "back, or take a new context.", rung: 2
    ) { $0.isOutcome("half") || $0.isOutcome("blamed") && $0.trial.hasSuffix("then-saved") },
    Misconception(
      "two-on-their-way",
      "Two contexts or tasks are not in turn: either save may be first, and neither sees what the "
        + "other one changes. Let the second begin behind the first, or share the queue.", rung: 2
    ) {
      $0.trial == "two-taps" || $0.isOutcome("out-of-order")
    },
  ],
  solutions: [
    .solution(
      "OneContext",
      because: "One context saves for the whole window, so that saves come in turn. It is rolled "
        + "back behind an error; the view merges by itself, before the block that tells."),
    .solution(
      "OneForEach",
      because: "Each save has a new context, which is thrown away with its leftovers; main starts "
        + "the next one. What was saved is merged by its IDs in the block that tells."),
  ],
  museum: [
    .piece("AsShipped", .wrong, "called-is-not-done", because: "As shipped."),
    .piece(
      "TellsOnItsQueue", .wrong, "told-on-main", because: "Tells behind the save, in its block."),
    .piece(
      "TellsNoErrors", .wrong, "errors-are-passed-on",
      because: "Rolls back, and says nothing of it."),
    .piece("TellsGoodNewsOnly", .wrong, "an-error-is-an-end", because: "Tells of what was saved."),
    .piece(
      "KeepsWhatWasRefused", .wrong, "leftovers",
      because: "Tells of errors, and leaves all as it was."),
    .piece(
      "RollsBackSavesOnly", .wrong, "leftovers", because: "Rolls back when the save is refused."),
    .piece(
      "SavesInASecondBlock", .wrong, "leftovers",
      because: "Changes in one block, and saves in another."),
    .piece("OneForEachAtOnce", .wrong, "two-on-their-way", because: "A new context for each save."),
    .piece(
      "WinsConflicts", .wrong, "two-on-their-way",
      because: "A new context for each save, which wins over what others have saved."),
    .piece("TaskForEach", .wrong, "two-on-their-way", because: "A task for each save."),
    .piece(
      "ShowsNothingNew", .wrong, "saved-is-not-shown",
      because: "Tells on main, and the view hears of nothing."),
    .piece(
      "RefreshesLate", .wrong, "saved-is-not-shown",
      because: "Tells, and refreshes in the next turn."),
    .piece(
      "MergesWhereItIsHeard", .wrong, "view-has-a-queue",
      because: "Merges in the block of the notification."),
    .piece(
      "SavesOnMain", .wrong, "work-is-beside-main",
      because: "Changes and saves the context of the screens."),
    .piece(
      "SavesInAChild", .wrong, "work-is-beside-main",
      because: "Changes a child of the view, and saves both."),
    .piece(
      "WaitsForTheSave", .wrong, "work-is-beside-main",
      because: "Waits, so that all is done when it tells."),
    .piece(
      "ResetsTheView", .wrong, "view-is-its-users",
      because: "Has the view forget all, so that it reads anew."),
    .piece(
      "SkipsWhatIsUnchanged", .wrong, "an-error-is-an-end",
      because: "Saves, and tells, if there is something to save."),
    .piece(
      "TellsAgain", .wrong, "an-error-is-an-end",
      because: "Tells of the error, and then of the end."),
    .piece("OneForAllWindows", .wrong, because: "One context saves for all windows."),
    .piece("ObservesTheSave", .pass, because: "Hears of each save, and merges it on main."),
    .piece("ForgetsAllAfterwards", .pass, because: "The context forgets all behind each save."),
    .piece("RefreshesTheView", .pass, because: "Refreshes all that the view has, and tells."),
    .piece(
      "SerialQueue", .pass,
      because: "A queue lets one save begin when the last one is over, each in a new context."),
    .piece(
      "IsIdleTooSoon", .wrong, "two-on-their-way",
      because: "Calls itself idle before it tells, so that who asks then overtakes who waits."),
    .piece(
      "KnowsItsWindowWeakly", .wrong, "a-save-outlives-its-window",
      because: "Forgets a save whose window is closed."),
    .piece(
      "DropsWhatIsLate", .wrong, "a-policy-drops",
      because: "Lets what others have saved meanwhile win, by a policy."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "turned round: failure = error / saving.rollback()",
      because: "The rollback does not look at the variable."),
    HarmlessSlip(
      everywhere: "turned round: saving.reset() / view.perform { then(failure) }",
      because: "The block on main does not look at the context."),
    HarmlessSlip(
      everywhere: "turned round: NSInsertedObjectsKey: inserted.map(\\.objectID), "
        + "NSUpdatedObjectsKey: updated, / NSDeletedObjectsKey: deleted,",
      because: "A dictionary has no order."),
    HarmlessSlip(
      "OneForEach, moved before its block: NSManagedObjectContext.mergeChanges("
        + "fromRemoteContextSave: saved, into: [view])",
      because: "It merges on the queue of the view, from wherever it is called."),
  ])
