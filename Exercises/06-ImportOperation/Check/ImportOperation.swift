import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any MakesImports>(
  trials: [
    importing("greetings", ["Hello", "Good morning"], ["Good night"]),
    importing("questions", ["Who is there?"], ["Where?", "When?"]),
  ],
  misconceptions: [
    Misconception(
      "a-thread-is-not-a-queue",
      "The context belongs to its own queue, and the import runs on a thread of the pool. Making "
        + "the context there does not change that; each message has to go through its perform."
    ) { $0.isOutcome("violation") },
    .unsavedIsNotStored(seenAs: "not-stored"),
    Misconception(
      "started-is-not-finished",
      "perform returns at once. Whoever runs the import believes that it is over.", rung: 2
    ) { $0.isOutcome("not-stored") },
  ],
  solutions: [
    .solution(
      because: "One performAndWait around everything: on the right queue, over when it returns, "
        + "and errors come out of it."
    ) { PerformsAndWaits() },
    .solution(
      because: "A context per run, made where it is needed. It is right for the same reason: its "
        + "queue is entered before it is used."
    ) { MakesItThere() },
  ],
  museum: [
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "As shipped: no perform.") { AsShipped() },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "Makes it on the thread that uses it.") {
      MakesItThereAndUsesIt()
    },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "Only the save is performed.") {
      GuardsOnlyTheSave()
    },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "Asks hasChanges outside.") {
      ReadsOutside()
    },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "A main context off the main thread.") {
      UsesTheMainQueue()
    },
    .wrong(.wrong, "started-is-not-finished", because: "Does not wait for its block.") {
      DoesNotWait()
    },
    .wrong(.wrong, "unsaved-is-not-stored", because: "Never saves.") { ForgetsToSave() },
  ])
