import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ImportsHistory>(
  trials: [
    importing("with-equal-texts", texts: (1...41).map { "message \($0 % 37)" }),
    importing("thirty-others", texts: (1...33).map { "note number \($0 * 7)" }),
    importing("nothing-there", texts: []),
    refused("too-long"),
  ],
  misconceptions: [
    Misconception(
      "main-context-works-on-main",
      "A main-queue context does its work on the main queue, and so does whoever saves through "
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
      because: "A context of its own beside the view context inserts everything and saves once; "
        + "the screen hears of it on the main queue."
    ) { ImportsBesideTheView() },
    .solution(
      because: "Batches of ten: the price of a few saves for a small memory. Between two batches "
        + "the context forgets what it has stored."
    ) { ImportsInBatches() },
  ],
  museum: [
    .wrong(.wrong, "main-context-works-on-main", because: "As shipped: on main, one by one.") {
      AsShipped()
    },
    .wrong(.wrong, "main-context-works-on-main", because: "On main still, only later.") {
      ImportsLater()
    },
    .wrong(.wrong, "main-context-works-on-main", because: "A child saves through main.") {
      ImportsInAChild()
    },
    .wrong(.wrong, "main-context-works-on-main", because: "Main waits for the background.") {
      WaitsForTheImport()
    },
    .wrong(.wrong, "a-save-has-a-price", because: "In the background, one by one.") {
      SavesEachMessage()
    },
    .wrong(.wrong, "unsaved-is-not-stored", because: "Never saves.") { ForgetsToSave() },
    .wrong(.wrong, "started-is-not-finished", because: "Says done too soon.") { SaysDoneAtOnce() },
    .wrong(.wrong, "error-means-nothing-saved", because: "Drops the error of the save.") {
      IgnoresTheError()
    },
    .wrong(.wrong, "callback-runs-where-it-is-called", because: "Says done in the background.") {
      SaysDoneAnywhere()
    },
    .wrong(.wrong, "context-has-a-queue", because: "Uses the new context from main.") {
      ForgetsToPerform()
    },
    .wrong(.pass, nil, because: "Awaits the block in a task, and goes back to the main actor.") {
      ImportsInATask()
    },
    .wrong(.pass, nil, because: "Says so on the main queue of Dispatch.") {
      GoesBackByDispatch()
    },
    .wrong(.pass, nil, because: "Lets a thread of Dispatch wait for the context.") {
      WaitsOnAGlobalQueue()
    },
    .wrong(.pass, nil, because: "Does the work in an operation.") {
      UsesOperations()
    },
    .wrong(.pass, nil, because: "Writes all rows with one request.") {
      InsertsRowsAtOnce()
    },
    .wrong(.pass, nil, because: "Saves large batches, each in a pool of its own.") {
      DrainsPools()
    },
    .wrong(
      .wrong, "main-context-works-on-main",
      because: "Goes through perform, but of the screens' context."
    ) {
      PerformsOnTheView()
    },
    .wrong(.wrong, nil, because: "Imports each text only once.") {
      DropsEqualTexts()
    },
    .wrong(.wrong, nil, because: "Saves full batches of twenty, and forgets what is left over.") {
      DropsTheRest()
    },
    .wrong(.wrong, nil, because: "Says that it failed, and then that it is done.") {
      SaysItTwice()
    },
    .wrong(
      .wrong, "main-context-works-on-main",
      because: "Inserts in a child, whose parent goes to the disk on main."
    ) {
      SavesTheParentOnMain()
    },
    .wrong(
      .wrong, "context-has-a-queue",
      because: "Makes the messages where it stands, and only saves in the block."
    ) {
      InsertsFromMain()
    },
    .wrong(
      .wrong, "main-context-works-on-main",
      because: "Imports beside the view, and lets main wait for it."
    ) {
      WaitsForASemaphore()
    },
    .wrong(
      .wrong, "main-context-works-on-main",
      because: "Looks again and again whether the import is over."
    ) {
      PollsForTheEnd()
    },
    .wrong(
      .wrong, "started-is-not-finished", because: "Saves two halves, and is done after the first."
    ) {
      SaysDoneAfterTheFirst()
    },
    .wrong(.wrong, nil, because: "Remembers that it was called before, and works from then on.") {
      ForgetsHalfTheFirstTime()
    },
    .wrong(.wrong, "never-told", because: "Returns at once if there is nothing to do.") {
      SaysNothingOfNothing()
    },
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "without the call: context.reset()",
      because: "The context remembers more than it needs, which costs memory and nothing else.")
  ])
