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
      because: "A child of the view context would do as well, but here a new context for this "
        + "one edit stands beside the given one: it has nothing in it that could be stale."
    ) { UsesFreshContext() },
  ],
  museum: [
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
    .wrong(.pass, SampleCard.harsh, because: "Right, but main does it all, and waits.") {
      DoesItOnMain()
    },
    .wrong(.pass, SampleCard.harsh, because: "Right, but main waits for the background.") {
      WaitsForBackground()
    },
  ])
