import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any SendsDrafts>(
  trials: [
    sending("one-draft", text: "Hello"),
    sending("another-draft", text: "Is the coffee machine repaired?"),
    sending("beside-another-save", text: "Hello", besideSave: true),
    sendingTwo("two-sheets"),
    conflicting("room-changed-too"),
    tooLong("too-long"),
    conflictingTwo("two-refused"),
  ],
  misconceptions: [
    Misconception(
      "another-save-is-not-yours",
      "The view was saved, and this message was not in it yet. Tell in the block that "
        + "saves it, behind that save."
    ) { ["beside-another-save", "two-sheets"].contains($0.trial) && $0.isOutcome("too-early") },
    Misconception(
      "rollback-takes-all",
      "rollback throws away all that the view has not stored, also what another sheet has saved "
        + "into it. That sheet's save of the view then has nothing left to refuse.", rung: 2
    ) { $0.isOutcome("not-stored") && $0.count(.rollback) > 0 },
    Misconception(
      "parent-has-a-queue-too",
      "The parent is a context like any other: its save, too, belongs into its own perform.",
      rung: 2
    ) { $0.isOutcome("violation") },
    Misconception(
      "one-level-only",
      "save goes one level up. The child's save ended in the memory of the view context; only a "
        + "save of the view context reaches the store."
    ) { $0.isOutcome("not-stored") && $0.count(.save) > 0 },
    Misconception(
      "nothing-saved", "Nothing was saved at all, so nothing can be in the store.", rung: 0
    ) { $0.isOutcome("not-stored") },
    .startedIsNotFinished(seenAs: "too-early"),
    .callbackRunsWhereItIsCalled("sent", of: "The sheet"),
    .upperLevelMayRefuse(rung: 1),
    .neverTold("sent"),
  ],
  solutions: [
    .solution(
      "SavesBothLevels",
      because: "The sheet saves into its parent, and then the parent saves into the store: each "
        + "in its own perform, each with its error."),
    .solution(
      "WritesBesideTheView",
      because: "The sheet is not saved through the view context at all: what it holds is written "
        + "by a context that stands on the store itself."),
  ],
  museum: [
    .piece("AsShipped", .wrong, "one-level-only", because: "As shipped: saves one level up."),
    .piece("SavesTheChildTwice", .wrong, "one-level-only", because: "Saves the child twice."),
    .piece("SavesTheParentOnly", .wrong, "nothing-saved", because: "Saves the parent alone."),
    .piece(
      "SavesTheParentFromHere", .wrong, "parent-has-a-queue-too",
      because: "Saves the parent in the child's block."),
    .piece("SaysSentAtOnce", .wrong, "started-is-not-finished", because: "Says sent too soon."),
    .piece(
      "SaysSentAnywhere", .wrong, "callback-runs-where-it-is-called",
      because: "Says sent on the sheet's queue."),
    .piece(
      "IgnoresTheSecondError", .wrong, "upper-level-may-refuse",
      because: "Ignores the error of the second save."),
    .piece("KeepsSilent", .wrong, "never-told", because: "Says nothing when something goes wrong."),
    .piece("WaitsForTheSheet", .wrong, because: "Works, but main waits for all of it."),
    .piece("SavesUpInATask", .pass, because: "Awaits both saves."),
    .piece(
      "SavesTheViewByDispatch", .pass,
      because: "Goes to main by Dispatch, and saves the view there."),
    .piece("SavesUpward", .pass, because: "Walks up the parents, and saves each in its block."),
    .piece(
      "SwallowsTheFirstError", .wrong, "upper-level-may-refuse",
      because: "Drops the sheet's error, and saves the view all the same."),
    .piece(
      "SavesTheViewFirst", .wrong, "one-level-only", because: "Saves the view before the sheet."),
    .piece(
      "SavesTheViewLater", .wrong, "started-is-not-finished",
      because: "Says sent, and lets the view save in a later turn."),
    .piece("CopiesIntoTheView", .wrong, because: "Copies the draft into the view, and saves that."),
    .piece("WaitsForBoth", .wrong, because: "Lets main wait for the sheet."),
    .piece(
      "SavesOnTheSheetsQueue", .wrong, "parent-has-a-queue-too",
      because: "Saves the view inside the sheet's block."),
    .piece(
      "SavesOnlyIfChanged", .wrong, "parent-has-a-queue-too",
      because: "Asks the view for changes on the sheet's queue."),
    .piece("ReparentsTheDraft", .wrong, because: "Saves the draft in a context beside the view."),
    .piece(
      "ChecksTheViewForErrors", .wrong, "upper-level-may-refuse",
      because: "Says sent with nil, whatever the second save said."),
    .piece(
      "WaitsForTheQueueOnMain", .hang, "sleep-is-no-order",
      because: "Lets main sleep until the sheet is through."),
    .piece(
      "TakesTheFirstSave", .wrong, "another-save-is-not-yours",
      because: "Takes the first save of the view that it hears of for its own."),
    .piece(
      "AnswersAllAtOnce", .wrong, "another-save-is-not-yours",
      because: "Keeps a list of those who wait, and tells all of them after one save."),
    .piece(
      "ClearsTheView", .wrong, "rollback-takes-all",
      because: "Clears the view after a refusal, with all that other sheets have saved into it."),
    .piece(
      "LetsTheSheetGo", .wrong, "never-told",
      because: "Does not keep the context of a sheet that is closed, and the draft with it."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "SavesUpward, turned round: try context.performAndWait { try context.save() } / level = "
        + "context.parent",
      because: "What is saved has been named before.")
  ])
