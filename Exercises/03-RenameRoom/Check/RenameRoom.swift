import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any RenamesRooms>(
  trials: [
    alone("alone", name: "Swift on Linux"),
    alone("alone-again", name: "Cafeteria"),
    besideSync("beside-a-sync", name: "Cafeteria"),
  ],
  misconceptions: [
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
      because: "The objectID crosses the queues; the background context looks up a room of its "
        + "own, saves it, and only then the main queue is told."
    ) { CarriesTheID() },
    .solution(
      because: "The same, awaited: the task goes on when the save is over, and the main actor is "
        + "the main queue."
    ) { AwaitsTheSave() },
  ],
  museum: [
    .wrong(.wrong, nil, because: "Main does the work, and is told of it later.") {
      WaitsAndTellsLater()
    },
    .wrong(.wrong, "object-crosses-queues", because: "As shipped: the room itself crosses.") {
      AsShipped()
    },
    .wrong(.wrong, "object-crosses-queues", because: "A lock keeps others out, not this queue.") {
      LocksTheRoom()
    },
    .wrong(.wrong, "object-crosses-queues", because: "Waits, and then touches it all the same.") {
      SleepsFirst()
    },
    .wrong(.wrong, "object-crosses-queues", because: "Looks it up in the wrong context.") {
      AsksTheFirstContext()
    },
    .wrong(.wrong, "unsaved-is-not-stored", because: "Never saves.") { ForgetsToSave() },
    .wrong(.wrong, "started-is-not-finished", because: "Says done too soon.") { SaysDoneAtOnce() },
    .wrong(.wrong, "callback-runs-where-it-is-called", because: "Says done in the background.") {
      SaysDoneAnywhere()
    },
    .wrong(.wrong, "error-means-nothing-saved", because: "Catches the error and ignores it.") {
      IgnoresTheError()
    },
    .wrong(.wrong, "knows-the-name", because: "Knows the result of one trial.") {
      KnowsTheName()
    },
    .wrong(.wrong, nil, because: "Works, but main does it all, and waits.") {
      DoesItOnMain()
    },
    .wrong(.wrong, nil, because: "Works, but main waits for the background.") {
      WaitsForBackground()
    },
    .wrong(.pass, nil, because: "Awaits the block of the background context.") {
      RenamesInATask()
    },
    .wrong(.pass, nil, because: "Says so on the main queue of Dispatch.") {
      AnswersByDispatch()
    },
    .wrong(.pass, nil, because: "Makes a result in the block, and tells it in the view's.") {
      CatchesTheResult()
    },
    .wrong(.pass, nil, because: "Lets a thread of Dispatch wait for the background.") {
      WaitsElsewhere()
    },
    .wrong(.wrong, nil, because: "Fetches any room.") {
      RenamesTheFirstRoom()
    },
    .wrong(.wrong, nil, because: "Fetches every room and renames them.") {
      RenamesAllRooms()
    },
    .wrong(.wrong, nil, because: "Renames in the view's own block and saves there.") {
      SavesInTheView()
    },
    .wrong(.wrong, nil, because: "Waits for the background's block on main.") {
      WaitsInMain()
    },
    .wrong(.wrong, "started-is-not-finished", because: "Enqueues the answer before the save.") {
      AnswersWhileItSaves()
    },
    .wrong(.wrong, nil, because: "Lets main wait for a group.") {
      WaitsForAGroup()
    },
    .wrong(.wrong, "failed-save-stays-pending", because: "Leaves behind what was refused.") {
      LeavesItPending()
    },
    .wrong(.wrong, nil, because: "Looks for the room by the name that it had.") {
      FindsItByName()
    },
    .wrong(.wrong, nil, because: "Shows the new name in the view's room as well.") {
      RenamesInBoth()
    },
    .wrong(.wrong, nil, because: "Lets its own changes win over all others from now on.") {
      WinsByPolicy()
    },
  ])
