import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any CountsLikes>(
  trials: [
    tapping("one-tap", start: 3, taps: 1),
    tapping("two-taps", start: 0, taps: 2),
    refused("refused", start: 5),
    triedAgain("tried-again", start: 7),
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
    .errorMeansNothingSaved("The button shows a like that is not in the store."),
  ],
  solutions: [
    .solution(
      because: "The button is ahead by one like until the block says how it went. Reading, adding "
        + "and saving are one block, which also clears up."
    ) { OneBlock() },
    .solution(
      because:
        "The block answers with yes or no, and takes back the change of this room only. What "
        + "else waits in the context stays there."
    ) { SaysWhetherItSaved() },
  ],
  museum: [
    .wrong(.wrong, "await-is-a-gap", because: "As shipped: reads in one block, writes in another.")
    { AsShipped() },
    .wrong(.wrong, "await-is-a-gap", because: "Writes what the button shows.") {
      WritesWhatIsShown()
    },
    .wrong(.wrong, "context-has-a-queue", because: "Uses the context on the main actor.") {
      StaysOnMain()
    },
    .wrong(.wrong, "context-has-a-queue", because: "Brings the room to main, and adds there.") {
      BringsTheRoom()
    },
    .wrong(.wrong, "unsaved-is-not-stored", because: "Never saves.") { ForgetsToSave() },
    .wrong(.wrong, "shown-too-late", because: "Shows the like when it is saved.") {
      ShowsItAfterwards()
    },
    .wrong(.wrong, "failed-save-stays-pending", because: "Leaves the like in the context.") {
      LeavesItPending()
    },
    .wrong(.wrong, "old-number-is-old", because: "Puts back the number from before the tap.") {
      PutsTheOldNumberBack()
    },
    .wrong(.wrong, "error-means-nothing-saved", because: "Catches the error and ignores it.") {
      IgnoresTheError()
    },
    .wrong(.wrong, nil, because: "Right, but main waits for the disk.") { WaitsOnMain() },
    .wrong(.pass, nil, because: "Refreshes the room only.") { RefreshesTheRoom() },
    .wrong(.pass, nil, because: "Asks for the enqueued block explicitly.") { EnqueuesIt() },
  ])
