import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any DeliversTexts>(
  trials: [
    delivering("one-text", ["Hello"]),
    delivering("two-texts", ["Is the coffee machine repaired?", "It is."], late: "It is."),
    delivering("equal-texts", ["Hello", "Hello"], late: "Hello"),
    delivering("asked-any-time", ["Hello"], late: "Hello", askingAnyTime: true),
    delivering("said-before", ["OK"], saidBefore: ["OK"]),
    refused("save-refused", "Anybody here?"),
    refusedSecond("second-refused", "Anybody here?"),
    triedAgain("tried-again", "Anybody here?"),
    refusedForAWhile("refused-for-a-while", "Anybody here?"),
  ],
  misconceptions: [
    Misconception(
      "equal-is-not-the-same",
      "An equal text in the store is another message, of another day. Take out what you "
        + "have saved, and know it by that."
    ) { $0.trial == "said-before" && $0.isOutcome("lost") },
    Misconception(
      "lock-is-not-recursive",
      "The thread that holds the lock asks for it again, and waits for itself.", rung: 2
    ) { $0.verdict == .hang && $0.isWaitForItself },
    Misconception(
      "lock-held-while-waiting",
      "One side holds the lock and waits for the context, the other holds the context and waits "
        + "for the lock. Let the lock go before you wait."
    ) { $0.verdict == .hang },
    Misconception(
      "context-has-a-queue",
      "The lock keeps others from the outbox; it does not make the context yours. Its queue does."
    ) { $0.isOutcome("violation") },
    .unsavedIsNotStored(seenAs: "lost"),
    Misconception(
      "error-means-nothing-saved",
      "When save throws, nothing was written. The texts have to stay in the outbox."
    ) { $0.isOutcome("lost") && $0.count(.saveFailed) > 0 },
    Misconception(
      "others-wrote-meanwhile",
      "Between the copy and the emptying somebody wrote. Take out what you have saved, and "
        + "nothing else.", rung: 2
    ) { $0.isOutcome("lost") },
    Misconception(
      "taken-out-too-soon",
      "If the app is ended now, the text is neither in the outbox nor in the store. Save first, "
        + "and then take it out.", rung: 2
    ) { $0.isOutcome("too-early") },
    Misconception(
      "a-block-is-the-unit",
      "Between two blocks of sync another part may save what is pending in it. Take back what was "
        + "refused in the block that has made it."
    ) { $0.trial == "refused-for-a-while" && $0.isOutcome("still-there") },
    Misconception(
      "saved-is-not-taken-out",
      "The text is saved and still in the outbox, so it is going to be sent again.", rung: 2
    ) { $0.isOutcome("still-there") && $0.count(.didSave) > 0 },
    Misconception(
      "failed-save-stays-pending",
      "A save that fails forgets nothing: the messages stay in the context, and go with the next "
        + "save. Take them out of it, or you have them twice."
    ) { $0.isOutcome("sent-twice") && $0.count(.saveFailed) > 0 },
    Misconception(
      "knows-the-texts", "The texts are other ones each time.", rung: 0
    ) { $0.isOutcome("other-texts") },
    Misconception(
      "nothing-delivered", "Nothing was saved, and nothing left the outbox.", rung: 0
    ) { $0.isOutcome("still-there") },
  ],
  solutions: [
    .solution(
      "LetsTheLockGo",
      because: "The lock is held twice for a moment, to copy and to take out, and never while "
        + "somebody waits. Only what was copied is taken out."),
    .solution(
      "LocksOnTheQueue",
      because: "A block of sync does it all. It takes the lock on the queue, as the others do, "
        + "and nothing waits for the queue with the lock in hand."),
  ],
  museum: [
    .piece(
      "AsShipped", .hang, "lock-held-while-waiting", because: "As shipped: waits under the lock."),
    .piece(
      "LocksForEachText", .hang, "lock-held-while-waiting",
      because: "Waits under the lock, once for each text."),
    .piece(
      "LocksTheSecondTime", .hang, "lock-held-while-waiting",
      because: "Saves without the lock, and then waits for the queue under it, to clear up."),
    .piece(
      "TakesOutAtTheEnd", .wrong, "saved-is-not-taken-out",
      because: "Saves one after the other, and takes all out at the end."),
    .piece(
      "LocksTwice", .hang, "lock-is-not-recursive", because: "Takes the lock inside the lock."),
    .piece(
      "SavesWhereItStands", .wrong, "context-has-a-queue",
      because: "Avoids the wait, and the queue with it."),
    .piece(
      "EmptiesFirst", .wrong, "taken-out-too-soon", because: "Empties the outbox, then saves."),
    .piece(
      "EmptiesAll", .wrong, "others-wrote-meanwhile", because: "Takes out what it has not seen."),
    .piece(
      "ForgetsToTakeOut", .wrong, "saved-is-not-taken-out", because: "Never takes anything out."),
    .piece("ForgetsToSave", .wrong, "unsaved-is-not-stored", because: "Never saves."),
    .piece(
      "IgnoresTheError", .wrong, "error-means-nothing-saved",
      because: "Catches the error and ignores it."),
    .piece(
      "LeavesThemPending", .wrong, "failed-save-stays-pending",
      because: "Leaves behind what was refused."),
    .piece("KnowsTheText", .wrong, "knows-the-texts", because: "Knows the text of one trial."),
    .piece("LocksDuringTheSave", .wrong, because: "Works, but who writes waits for the disk."),
    .piece("TakesOutACount", .pass, because: "Takes out as many as it has saved, from the front."),
    .piece("TakesOutOneByOne", .pass, because: "Takes each saved text out once."),
    .piece("EnqueuesAndWaits", .pass, because: "Enqueues a block, and waits on its own thread."),
    .piece(
      "PollsABool", .wrong, "small-is-not-safe",
      because: "Enqueues a block, and looks at a plain variable until it has run."),
    .piece("SavesEachAlone", .pass, because: "Saves and takes out one text after the other."),
    .piece(
      "RemovesAllEqual", .wrong, "others-wrote-meanwhile",
      because: "Takes out every text that equals one it has saved."),
    .piece("SavesASet", .wrong, "others-wrote-meanwhile", because: "Saves equal texts once."),
    .piece(
      "LocksInsideTheBlock", .wrong, because: "Holds the lock around the save, inside the block."),
    .piece(
      "TakesOutBeforeTheSave", .wrong, "taken-out-too-soon",
      because: "Takes the texts out, and puts them back if need be."),
    .piece(
      "PrintsTheError", .wrong, "error-means-nothing-saved",
      because: "Prints the error, and empties the outbox all the same."),
    .piece(
      "KeepsThemPending", .wrong, "failed-save-stays-pending",
      because: "Throws the error, and leaves the messages in the context."),
    .piece(
      "RemovesFromTheBack", .wrong, "others-wrote-meanwhile",
      because: "Takes out as many as it has saved, from the back."),
    .piece(
      "ReturnsAtOnce", .wrong, "others-wrote-meanwhile", because: "Enqueues the block, and returns."
    ),
    .piece(
      "DeliversTheFirst", .wrong, "saved-is-not-taken-out", because: "Delivers the first text only."
    ),
    .piece("UsesAnotherContext", .wrong, because: "Saves by a context of its own."),
    .piece(
      "SavesWhereItIs", .wrong, "context-has-a-queue", because: "Saves on the thread that delivers."
    ),
    .piece(
      "InsertsRowsAtOnce", .pass, because: "Writes all rows with one request, in a block of sync."),
    .piece(
      "SkipsWhatWasSaid", .wrong, "equal-is-not-the-same",
      because: "Takes a text for delivered if the store has an equal one."),
    .piece(
      "CleansUpLater", .wrong, "a-block-is-the-unit",
      because: "Takes what was refused out of the context in a block of its own."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "EnqueuesAndWaits, turned round: sync.rollback() / failure = error",
      because: "The rollback does not look at the variable.")
  ])
