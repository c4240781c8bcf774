import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any CountsLikes>(
  trials: [
    tapping("one-tap", start: 3, taps: 1),
    tapping("two-taps", start: 0, taps: 2),
    tappingTwoRooms("two-rooms", start: 2),
    refused("refused", start: 5),
    triedAgain("tried-again", start: 7),
    refusedAndTapped("refused-and-tapped", start: 4),
    refusedInTwoRooms("refused-in-two-rooms", start: 3),
  ],
  misconceptions: [
    Misconception(
      "context-has-a-queue",
      "The context has a queue of its own. It and its rooms may be touched in its blocks only; "
        + "neither the main actor nor a task is such a block."
    ) { $0.isOutcome("violation") },
    Misconception(
      "await-is-a-gap",
      "Between two awaits the other tap gets its turn: both read one number, and both write it "
        + "plus one. Read, add and save in one block."
    ) { $0.isOutcome("lost") && $0.count(.didSave) > 1 },
    .unsavedIsNotStored(seenAs: "lost"),
    Misconception(
      "shown-too-late", "The button waits for the disk. Show the like before the first await."
    ) { $0.isOutcome("late") },
    Misconception(
      "failed-save-stays-pending",
      "A save that fails forgets nothing: the like stays in the context, and goes with the next "
        + "one. Take it out of the context, in the same block.", rung: 2
    ) { $0.isOutcome("counted-twice") && $0.count(.saveFailed) > 0 },
    Misconception(
      "old-number-is-old",
      "The number from before the tap says nothing of the taps that came since. Take off one.",
      rung: 2
    ) { $0.isOutcome("shows-other") && $0.count(.saveFailed) > 1 },
    Misconception(
      "main-waits",
      "performAndWait on main keeps main until the block is done, whatever was awaited before."
    ) { $0.isOutcome("frozen") },
    Misconception(
      "refused-for-both",
      "One save was refused, and with it the likes of both rooms. Each button has to hear of it."
    ) { $0.isOutcome("shows-other") && $0.trial == "refused-in-two-rooms" },
    Misconception(
      "await-is-a-gap",
      "Between two blocks another tap gets its turn, with what the first block has left behind. "
        + "Clear up in the block that failed."
    ) {
      ["counted-twice", "shows-other"].contains(where: $0.isOutcome) && $0.count(.rollback) > 0
    },
    .errorMeansNothingSaved("The button shows a like that is not in the store."),
  ],
  solutions: [
    .solution(
      "OneBlock",
      because: "The button is ahead by one like until the block says how it went. Reading, adding "
        + "and saving are one block, which also clears up."),
    .solution(
      "SaysWhetherItSaved",
      because:
        "The block answers with yes or no, and takes back the change of this room only. What "
        + "else waits in the context stays there."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "await-is-a-gap",
      because: "As shipped: reads in one block, writes in another."),
    .piece("WritesWhatIsShown", .wrong, "await-is-a-gap", because: "Writes what the button shows."),
    .piece(
      "StaysOnMain", .wrong, "context-has-a-queue", because: "Uses the context on the main actor."),
    .piece(
      "BringsTheRoom", .wrong, "context-has-a-queue",
      because: "Brings the room to main, and adds there."),
    .piece("ForgetsToSave", .wrong, "unsaved-is-not-stored", because: "Never saves."),
    .piece(
      "ShowsItAfterwards", .wrong, "shown-too-late", because: "Shows the like when it is saved."),
    .piece(
      "LeavesItPending", .wrong, "failed-save-stays-pending",
      because: "Leaves the like in the context."),
    .piece(
      "PutsTheOldNumberBack", .wrong, "old-number-is-old",
      because: "Puts back the number from before the tap."),
    .piece(
      "IgnoresTheError", .wrong, "error-means-nothing-saved",
      because: "Catches the error and ignores it."),
    .piece("WaitsOnMain", .wrong, "main-waits", because: "Right, but main waits for the disk."),
    .piece(
      "YieldsAndWaits", .wrong, "main-waits",
      because: "Lets others go first once, and then main waits for the disk."),
    .piece(
      "RollsBackLater", .wrong, "await-is-a-gap",
      because: "Saves in one block, clears up in another."
    ),
    .piece(
      "RemembersTheRoom", .wrong, because: "Looks for a room once, and counts for it ever after."),
    .piece(
      "SavesForAllRooms", .wrong, "refused-for-both",
      because: "Saves what waits for all rooms, and takes a refused like off its own button only."),
    .piece("StartsATask", .pass, because: "Starts the save, and does not wait for it."),
    .piece("UpdatesTheRow", .pass, because: "Adds one with one request to the store."),
    .piece("RefreshesTheRoom", .pass, because: "Refreshes the room only."),
    .piece("EnqueuesIt", .pass, because: "Asks for the enqueued block explicitly."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "UpdatesTheRow, turned round: guard (try? likes.save()) != nil else { return false } / "
        + "let request = NSBatchUpdateRequest(entityName: \"Room\")",
      because: "The request is sent later.")
  ])
