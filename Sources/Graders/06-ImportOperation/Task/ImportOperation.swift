import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any MakesImports>(
  trials: [
    importing("greetings", ["Hello", "Good morning"], ["Good night"]),
    importing("equal-texts", ["Who is there?"], ["When?", "When?"]),
    refused("too-long"),
    afterRefusal("after-a-refusal"),
    besideRefusal("beside-a-refusal"),
  ],
  misconceptions: [
    Misconception(
      "a-context-is-the-unit",
      "A context is saved, and rolled back, as a whole. An import that is not to lose by another one's "
        + "refusal has a context of its own, or does all it does in one block."
    ) {
      $0.trial == "beside-a-refusal" && ($0.isOutcome("not-stored") || $0.isOutcome("refused-too"))
    },
    Misconception(
      "refused-stays-pending",
      "What a save has refused is still pending in its context, and the next save meets "
        + "it again. Take a new context, or roll back."
    ) { $0.isOutcome("refused-again") },
    Misconception(
      "a-thread-is-not-a-queue",
      "The context belongs to its own queue, and the import runs on a thread of the pool. Making "
        + "the context there does not change that; each message has to go through its perform."
    ) { $0.isOutcome("violation") },
    .errorMeansNothingSaved("The caller of the import has to be told: throw it."),
    .unsavedIsNotStored(seenAs: "not-stored"),
    Misconception(
      "started-is-not-finished",
      "perform returns at once. The caller of the import believes that it is over.", rung: 2
    ) { $0.isOutcome("not-stored") && $0.isTold(before: .didSave) },
  ],
  solutions: [
    .solution(
      "PerformsAndWaits",
      because: "One performAndWait around everything: on the right queue, over when it returns, "
        + "and errors come out of it."),
    .solution(
      "MakesItThere",
      because: "A context per run, made where it is needed. It is right for the same reason: its "
        + "queue is entered before it is used."),
  ],
  museum: [
    .piece("AsShipped", .wrong, "a-thread-is-not-a-queue", because: "As shipped: no perform."),
    .piece(
      "MakesItThereAndUsesIt", .wrong, "a-thread-is-not-a-queue",
      because: "Makes it on the thread that uses it."),
    .piece(
      "GuardsOnlyTheSave", .wrong, "a-thread-is-not-a-queue", because: "Only the save is performed."
    ),
    .piece("ReadsOutside", .wrong, "a-thread-is-not-a-queue", because: "Asks hasChanges outside."),
    .piece(
      "UsesTheMainQueue", .wrong, "a-thread-is-not-a-queue",
      because: "A main context off the main thread."),
    .piece(
      "DoesNotWait", .wrong, "started-is-not-finished", because: "Does not wait for its block."),
    .piece("ForgetsToSave", .wrong, "unsaved-is-not-stored", because: "Never saves."),
    .piece("MakesItInside", .pass, because: "Makes the context when the import runs."),
    .piece(
      "WaitsForASignal", .pass,
      because: "Enqueues a block, and waits on its own thread until it is over."),
    .piece("CarriesAResult", .pass, because: "Carries a result out of the block."),
    .piece("PollsForTheEnd", .pass, because: "Waits by looking whether the block is over."),
    .piece(
      "PollsABool", .wrong, "small-is-not-safe",
      because: "Waits by looking at a plain variable, which the block writes."),
    .piece(
      "PrintsTheError", .wrong, "error-means-nothing-saved", because: "Prints the error away."),
    .piece("DropsEqualTexts", .wrong, because: "Stores equal texts once."),
    .piece(
      "AsksForChangesOutside", .wrong, "a-thread-is-not-a-queue",
      because: "Asks for changes outside the block."),
    .piece(
      "PerformsAndReturns", .wrong, "started-is-not-finished",
      because: "Enqueues the work and returns."),
    .piece(
      "InsertsWhenMade", .wrong, "a-thread-is-not-a-queue",
      because: "Inserts when the import is made, on main."),
    .piece("StoresWhenMade", .wrong, because: "Stores everything when the import is made."),
    .piece(
      "SkipsTheLongOnes", .wrong, "error-means-nothing-saved",
      because: "Leaves out what would be refused, and says nothing."),
    .piece(
      "ThrowsAnotherThing", .wrong, "a-thread-is-not-a-queue",
      because: "Asks outside whether it was saved, and throws an error of its own."),
    .piece(
      "SavesOutside", .wrong, "a-thread-is-not-a-queue", because: "Inserts inside, saves outside."),
    .piece(
      "UsesTheMainQueueContext", .wrong, "a-thread-is-not-a-queue",
      because: "Makes a context of the main queue."),
    .piece("WorksOnMain", .wrong, because: "Asks main to do it, and waits."),
    .piece("InsertsRowsAtOnce", .pass, because: "Writes all rows with one request, in a block."),
    .piece(
      "KeepsOneContext", .wrong, "refused-stays-pending",
      because: "Keeps one context for all imports, with what was refused in it."),
    .piece(
      "SharesAContext", .wrong, "a-context-is-the-unit",
      because: "Inserts in blocks of their own, in a context that all imports share."),
  ])
