import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any MakesImports>(
  trials: [
    importing("greetings", ["Hello", "Good morning"], ["Good night"]),
    importing("equal-texts", ["Who is there?"], ["When?", "When?"]),
    refused("too-long"),
  ],
  misconceptions: [
    Misconception(
      "a-thread-is-not-a-queue",
      "The context belongs to its own queue, and the import runs on a thread of the pool. Making "
        + "the context there does not change that; each message has to go through its perform."
    ) { $0.isOutcome("violation") },
    .errorMeansNothingSaved("Whoever runs the import has to be told: throw it."),
    .unsavedIsNotStored(seenAs: "not-stored"),
    Misconception(
      "started-is-not-finished",
      "perform returns at once. Whoever runs the import believes that it is over.", rung: 2
    ) { $0.isOutcome("not-stored") && $0.isTold(before: .didSave) },
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
    .wrong(.pass, nil, because: "Makes the context when the import runs.") {
      MakesItInside()
    },
    .wrong(.pass, nil, because: "Enqueues a block, and waits on its own thread until it is over.") {
      WaitsForASignal()
    },
    .wrong(.pass, nil, because: "Carries a result out of the block.") {
      CarriesAResult()
    },
    .wrong(.pass, nil, because: "Waits by looking whether the block is over.") {
      PollsForTheEnd()
    },
    .wrong(.wrong, "error-means-nothing-saved", because: "Prints the error away.") {
      PrintsTheError()
    },
    .wrong(.wrong, nil, because: "Stores equal texts once.") {
      DropsEqualTexts()
    },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "Asks for changes outside the block.") {
      AsksForChangesOutside()
    },
    .wrong(.wrong, "started-is-not-finished", because: "Enqueues the work and returns.") {
      PerformsAndReturns()
    },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "Inserts when the import is made, on main.")
    {
      InsertsWhenMade()
    },
    .wrong(.wrong, nil, because: "Stores everything when the import is made.") {
      StoresWhenMade()
    },
    .wrong(
      .wrong, "error-means-nothing-saved",
      because: "Leaves out what would be refused, and says nothing."
    ) {
      SkipsTheLongOnes()
    },
    .wrong(
      .wrong, "a-thread-is-not-a-queue",
      because: "Saves one by one, so that half is stored when it throws."
    ) {
      ThrowsAnotherThing()
    },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "Inserts inside, saves outside.") {
      SavesOutside()
    },
    .wrong(.wrong, "a-thread-is-not-a-queue", because: "Makes a context of the main queue.") {
      UsesTheMainQueueContext()
    },
    .wrong(.wrong, nil, because: "Asks main to do it, and waits.") {
      WorksOnMain()
    },
    .wrong(.pass, nil, because: "Writes all rows with one request, in a block.") {
      InsertsRowsAtOnce()
    },
  ])
