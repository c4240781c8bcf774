import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ImportsHistory>(
  trials: [
    importing("with-equal-texts", texts: (1...41).map { "message \($0 % 37)" }),
    importing("thirty-others", texts: (1...33).map { "note number \($0 * 7)" }),
    importing("many", texts: (1...130).map { "text \($0)" }),
    importing("nothing-there", texts: []),
    refused("too-long"),
    refused("too-long-among-many", among: 130),
    againAfterRefusal("again-after-a-refusal"),
  ],
  misconceptions: [
    Misconception(
      "refused-stays-pending",
      "What a save has refused is still pending in its context, and the next save meets "
        + "it again. Take a new context, or roll back."
    ) { $0.isOutcome("refused-again") },
    Misconception(
      "main-context-works-on-main",
      "A main-queue context does its work on the main queue, and so does a context that saves through "
        + "it. Asking it with perform only postpones the moment at which the screen stops."
    ) { $0.isOutcome("frozen") },
    Misconception(
      "a-save-has-a-price",
      "Each save is a transaction and its way to the disk. Put many objects into one."
    ) { $0.isOutcome("too-slow") },
    .unsavedIsNotStored(seenAs: "not-stored"),
    .startedIsNotFinished(seenAs: "not-stored"),
    .errorMeansNothingSaved("The screen has to be told: done takes the error."),
    .callbackRunsWhereItIsCalled("done", of: "The screen"),
    .neverTold("done"),
    Misconception(
      "context-has-a-queue", "A private context is touched inside its own perform only."
    ) { $0.isOutcome("violation") },
  ],
  solutions: [
    .solution(
      "ImportsBesideTheView",
      because: "A context of its own beside the view context inserts everything and saves once; "
        + "the screen hears of it on the main queue."),
    .solution(
      "ImportsInBatches",
      because:
        "A page of a hundred: the price of a few saves for a small memory. Between two pages "
        + "the context forgets what it has stored."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "main-context-works-on-main", because: "As shipped: on main, one by one."
    ),
    .piece(
      "ImportsLater", .wrong, "main-context-works-on-main", because: "On main still, only later."),
    .piece(
      "ImportsInAChild", .wrong, "main-context-works-on-main",
      because: "A child saves through main."),
    .piece(
      "WaitsForTheImport", .wrong, "main-context-works-on-main",
      because: "Main waits for the background."),
    .piece(
      "SavesEachTen", .wrong, "a-save-has-a-price", because: "In the background, ten by ten."),
    .piece(
      "SavesEachMessage", .wrong, "a-save-has-a-price", because: "In the background, one by one."),
    .piece("ForgetsToSave", .wrong, "unsaved-is-not-stored", because: "Never saves."),
    .piece("SaysDoneAtOnce", .wrong, "started-is-not-finished", because: "Says done too soon."),
    .piece(
      "IgnoresTheError", .wrong, "error-means-nothing-saved",
      because: "Drops the error of the save."),
    .piece(
      "SaysDoneAnywhere", .wrong, "callback-runs-where-it-is-called",
      because: "Says done in the background."),
    .piece(
      "ForgetsToPerform", .wrong, "context-has-a-queue", because: "Uses the new context from main."),
    .piece(
      "ImportsInATask", .pass,
      because: "Awaits the block in a task, and goes back to the main actor."),
    .piece("GoesBackByDispatch", .pass, because: "Says so on the main queue of Dispatch."),
    .piece(
      "WaitsOnAGlobalQueue", .pass, because: "Lets a thread of Dispatch wait for the context."),
    .piece("UsesOperations", .pass, because: "Does the work in an operation."),
    .piece("InsertsRowsAtOnce", .pass, because: "Writes all rows with one request."),
    .piece("DrainsPools", .pass, because: "Saves large batches, each in a pool of its own."),
    .piece(
      "PerformsOnTheView", .wrong, "main-context-works-on-main",
      because: "Goes through perform, but of the screens' context."),
    .piece("DropsEqualTexts", .wrong, because: "Imports each text only once."),
    .piece(
      "DropsTheRest", .wrong,
      because: "Saves full batches of twenty, and forgets what is left over."),
    .piece("SaysItTwice", .wrong, because: "Says that it failed, and then that it is done."),
    .piece(
      "SavesTheParentOnMain", .wrong, "main-context-works-on-main",
      because: "Inserts in a child, whose parent goes to the disk on main."),
    .piece(
      "InsertsFromMain", .wrong, "context-has-a-queue",
      because: "Makes the messages where it stands, and only saves in the block."),
    .piece(
      "WaitsForASemaphore", .wrong, "main-context-works-on-main",
      because: "Imports beside the view, and lets main wait for it."),
    .piece(
      "PollsForTheEnd", .wrong, "main-context-works-on-main",
      because: "Looks again and again whether the import is over."),
    .piece(
      "SavesTheFirstAlone", .wrong, "a-save-has-a-price",
      because: "Saves at every hundredth text, beginning with the first."),
    .piece(
      "SaysDoneAfterTheFirst", .wrong, "started-is-not-finished",
      because: "Saves two halves, and is done after the first."),
    .piece(
      "ForgetsHalfTheFirstTime", .wrong,
      because: "Remembers that it was called before, and works from then on."),
    .piece(
      "SaysNothingOfNothing", .wrong, "never-told",
      because: "Returns at once if there is nothing to do."),
    .piece(
      "ForgetsAnEarlierError", .wrong, "error-means-nothing-saved",
      because: "Saves in batches side by side, and tells what became of the last one."),
    .piece(
      "KeepsWhatWasRefused", .wrong, "refused-stays-pending",
      because: "Keeps one context for all imports, with what was refused in it."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "without the call: context.reset()",
      because: "The context remembers more than it needs, which costs memory and nothing else.")
  ])
