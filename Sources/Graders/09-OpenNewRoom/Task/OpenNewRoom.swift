import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any OpensNewRooms>(
  trials: [
    creating("one-room", "Swift on Linux"),
    creating("another-room", "Cafeteria"),
    creating("beside-a-sync", "Harbour", besideSync: true),
    creatingTwo("two-rooms"),
    refused("save-refused", "Cafeteria"),
    refusedBesideAnother("refused-beside-another", "Cafeteria"),
  ],
  misconceptions: [
    Misconception(
      "room-belongs-to-its-queue",
      "A context and its objects are used on the queue of that context only. What may go to "
        + "another queue is the objectID."
    ) { $0.isOutcome("violation") },
    Misconception(
      "captured-id-stays-temporary",
      "The room got a permanent ID when it was saved; the one you had read before did not "
        + "change, and means nothing to any other context, however often it is asked."
    ) { $0.isOutcome("temporary-id") },
    Misconception(
      "url-of-a-temporary-id",
      "The URL of a temporary ID names no store and no row, so nothing can be made of it. Make "
        + "it of a permanent one."
    ) { $0.isOutcome("gave-up") },
    Misconception(
      "permanent-is-not-stored",
      "A permanent ID says which row it is going to be. The row is there after the save.", rung: 2
    ) { $0.isOutcome("no-row-yet") },
    .errorMeansNothingSaved("There is no room to open then: say so."),
    .failedSaveStaysPending,
    Misconception(
      "unknown-is-not-missing",
      "The room was there, under another ID. Who creates one for every ID that is not known has "
        + "two of them.", rung: 2
    ) { $0.isOutcome("made-twice") },
    .callbackRunsWhereItIsCalled("open", of: "The screen"),
    .neverTold("open"),
    Misconception(
      "knows-the-name", "The name is given; it is another one each time.", rung: 0
    ) { $0.isOutcome("other-room") },
  ],
  solutions: [
    .solution(
      "ReadsTheIDAfterwards",
      because: "The ID is read after the save, when it is the permanent one and its row exists."),
    .solution(
      "ObtainsTheIDFirst",
      because: "A permanent ID is obtained first, so the one that was read stays right; it is "
        + "passed on only when the save is over."),
  ],
  museum: [
    .piece(
      "RollsBackBehindIt", .wrong, because: "Saves in one block, and clears up in another."),
    .piece("WaitsAndTellsLater", .wrong, because: "Main does the work, and is told of it later."),
    .piece(
      "AsShipped", .wrong, "captured-id-stays-temporary", because: "As shipped: reads, then saves."),
    .piece(
      "RefreshesTheRoom", .wrong, "captured-id-stays-temporary",
      because: "A refresh changes values, not IDs."),
    .piece("TriesAgain", .wrong, "captured-id-stays-temporary", because: "Asks again and again."),
    .piece("CarriesTheURL", .wrong, "url-of-a-temporary-id", because: "Carries the ID as a URL."),
    .piece(
      "OpensBeforeTheSave", .wrong, "permanent-is-not-stored",
      because: "Opens with a permanent ID, too soon."),
    .piece(
      "IgnoresTheError", .wrong, "error-means-nothing-saved",
      because: "Catches the error and ignores it."),
    .piece(
      "CreatesWhatIsMissing", .wrong, "unknown-is-not-missing",
      because: "Creates what it does not find."),
    .piece(
      "AsksTheRoomOnMain", .wrong, "room-belongs-to-its-queue",
      because: "Takes the room itself to main."),
    .piece(
      "OpensAnywhere", .wrong, "callback-runs-where-it-is-called",
      because: "Opens in the background."),
    .piece("KeepsSilent", .wrong, "never-told", because: "Says nothing when the save is refused."),
    .piece("KnowsTheName", .wrong, "knows-the-name", because: "Knows the name of one trial."),
    .piece("CreatesInTheView", .wrong, because: "Works, but main does all of it."),
    .piece("WaitsForBackground", .wrong, because: "Works, but main waits for the background."),
    .piece("CreatesInATask", .pass, because: "Awaits the save, and returns the ID from the block."),
    .piece("OpensByDispatch", .pass, because: "Goes to main by Dispatch."),
    .piece("ObtainsFirst", .pass, because: "Obtains the ID, and gives it away after the save."),
    .piece(
      "ResetsWhenRefused", .pass, because: "Clears the whole context, if its save was refused."),
    .piece("SavesInAnotherContext", .wrong, because: "Creates and saves in a context of its own."),
    .piece("FindsItByName", .wrong, because: "Looks for the room by its name in the view."),
    .piece(
      "TellsTheObtainedID", .wrong, "permanent-is-not-stored",
      because: "Obtains a permanent ID, gives it away, and saves."),
    .piece(
      "ResetsTheBackground", .wrong,
      because: "Forgets everything that others do in the background context."),
    .piece("WaitsOnMain", .wrong, because: "Lets main wait for the background."),
    .piece(
      "TriesOnceMore", .wrong, "unknown-is-not-missing",
      because: "Saves again when it was refused, with a second room."),
    .piece("SavesTheViewToo", .wrong, because: "Creates in the view and saves there by Dispatch."),
    .piece("WaitsInABarrier", .wrong, because: "Lets main wait for a work item behind a barrier."),
    .piece(
      "LeavesItPending", .wrong, "failed-save-stays-pending",
      because: "Leaves behind what was refused."),
    .piece("OpensTheNewest", .wrong, because: "Opens the room that was stored last."),
    .piece(
      "KeepsTheLastRoom", .wrong, "small-is-not-safe",
      because: "Keeps the ID of the last room in a property, until main opens it."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "ObtainsFirst, without the call: try background.obtainPermanentIDs(for: [room])",
      because: "The ID is read after the save, which makes it permanent as well."),
    HarmlessSlip(
      "ObtainsFirst, turned round: try background.obtainPermanentIDs(for: [room]) / try "
        + "background.save()",
      because: "The ID is read after both."),
    HarmlessSlip(
      "ObtainsFirst, turned round: try background.save() / let id = room.objectID",
      because: "The ID was made permanent before the save."),
    HarmlessSlip(
      "ObtainsTheIDFirst, turned round: let roomID = room.objectID / try background.save()",
      because: "The ID is permanent by then, before the save as after it."),
    HarmlessSlip(
      "ResetsWhenRefused, turned round: background.reset() / view.perform { "
        + "open(.failure(error)) }",
      because: "The screen does not look into the background context."),
  ])
