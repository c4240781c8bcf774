import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any RenamesRooms>(
  trials: [
    alone("alone", name: "Swift on Linux"),
    alone("alone-again", name: "Cafeteria"),
    besideSync("beside-a-sync", name: "Cafeteria"),
    besideRollback("beside-a-rollback", name: "Cafeteria"),
    besideRefusal("beside-a-draft", name: "Cafeteria"),
    besideConflict("beside-a-conflict", name: "Cafeteria"),
  ],
  misconceptions: [
    Misconception(
      "a-block-is-the-unit",
      "Between two blocks another part may save, or take back, what is pending in the "
        + "context. Change and save in one block."
    ) { $0.trial == "beside-a-rollback" && $0.isOutcome("not-saved") },
    Misconception(
      "object-crosses-queues",
      "The room belongs to the view context, so it may be touched on the main queue only: "
        + "neither a lock nor a delay changes whose it is. What may cross is its objectID."
    ) { $0.isOutcome("violation") },
    .unsavedIsNotStored(seenAs: "not-saved"),
    .startedIsNotFinished(seenAs: "too-early"),
    .callbackRunsWhereItIsCalled("done", of: "The screen"),
    .errorMeansNothingSaved("Who waits for the rename has to be told."),
    .failedSaveStaysPending,
    Misconception(
      "knows-the-name", "The name is given; it is another one each time."
    ) { $0.isOutcome("not-saved") },
  ],
  solutions: [
    .solution(
      "CarriesTheID",
      because: "The objectID crosses the queues; the background context looks up a room of its "
        + "own, saves it, and only then the main queue is told."),
    .solution(
      "AwaitsTheSave",
      because: "The same, awaited: the task goes on when the save is over, and the main actor is "
        + "the main queue."),
  ],
  museum: [
    .piece("WaitsAndTellsLater", .wrong, because: "Main does the work, and is told of it later."),
    .piece(
      "AsShipped", .wrong, "object-crosses-queues", because: "As shipped: the room itself crosses."),
    .piece(
      "LocksTheRoom", .wrong, "object-crosses-queues",
      because: "A lock keeps others out, not this queue."),
    .piece(
      "SleepsFirst", .wrong, "object-crosses-queues",
      because: "Waits, and then touches it all the same."),
    .piece(
      "AsksTheFirstContext", .wrong, "object-crosses-queues",
      because: "Looks it up in the wrong context."),
    .piece("ForgetsToSave", .wrong, "unsaved-is-not-stored", because: "Never saves."),
    .piece("SaysDoneAtOnce", .wrong, "started-is-not-finished", because: "Says done too soon."),
    .piece(
      "SaysDoneAnywhere", .wrong, "callback-runs-where-it-is-called",
      because: "Says done in the background."),
    .piece(
      "IgnoresTheError", .wrong, "error-means-nothing-saved",
      because: "Catches the error and ignores it."),
    .piece("KnowsTheName", .wrong, "knows-the-name", because: "Knows the result of one trial."),
    .piece("DoesItOnMain", .wrong, because: "Works, but main does it all, and waits."),
    .piece("WaitsForBackground", .wrong, because: "Works, but main waits for the background."),
    .piece("RenamesInATask", .pass, because: "Awaits the block of the background context."),
    .piece("AnswersByDispatch", .pass, because: "Says so on the main queue of Dispatch."),
    .piece(
      "CatchesTheResult", .pass, because: "Makes a result in the block, and tells it in the view's."
    ),
    .piece("WaitsElsewhere", .pass, because: "Lets a thread of Dispatch wait for the background."),
    .piece("RenamesTheFirstRoom", .wrong, because: "Fetches any room."),
    .piece("RenamesAllRooms", .wrong, because: "Fetches every room and renames them."),
    .piece("SavesInTheView", .wrong, because: "Renames in the view's own block and saves there."),
    .piece("WaitsInMain", .wrong, because: "Waits for the background's block on main."),
    .piece(
      "AnswersWhileItSaves", .wrong, "started-is-not-finished",
      because: "Enqueues the answer before the save."),
    .piece("WaitsForAGroup", .wrong, because: "Lets main wait for a group."),
    .piece(
      "LeavesItPending", .wrong, "failed-save-stays-pending",
      because: "Leaves behind what was refused."),
    .piece("FindsItByName", .wrong, because: "Looks for the room by the name that it had."),
    .piece("RenamesInBoth", .wrong, because: "Shows the new name in the view's room as well."),
    .piece(
      "WinsByPolicy", .wrong, because: "Lets its own changes win over all others from now on."),
    .piece(
      "SavesInASecondBlock", .wrong, "a-block-is-the-unit",
      because: "Changes the background through a child, and saves it in another block."),
    .piece(
      "CleansUpConflictsOnly", .wrong, "failed-save-stays-pending",
      because: "Takes its change back only where another one was faster."),
    .piece(
      "RefreshesTheConflicts", .wrong, "failed-save-stays-pending",
      because: "Takes back what was in the way, which need not be its own."),
    .piece(
      "WinsThisOnce", .wrong, because: "Has another merge policy for as long as it saves."),
  ])
