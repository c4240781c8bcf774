import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any LoadsProfiles>(
  trials: [
    opening("one-screen"), changing("changed-meanwhile"), openingTwo("two-screens"),
    reopening("opened-again"), missing("no-such-room"), readingOn("read-on"),
    openingBehindIt("opened-behind-it"), deleting("deleted-meanwhile"),
  ],
  misconceptions: [
    Misconception(
      "object-crosses-the-await",
      "What comes back over the await is still an object of 'profiles', and is read outside of that "
        + "context's blocks. Read in the block, and return values."
    ) { $0.isOutcome("violation") },
    Misconception(
      "await-is-a-gap",
      "Between two blocks somebody else saves. What belongs together is read in one block."
    ) { $0.isOutcome("half") && $0.count(.didSave) > 0 },
    Misconception(
      "fault-is-a-promise",
      "What was found is a fault: its row is read a line later, and may be gone by then. Find and "
        + "read in one step: 'existingObject(with:)', or a fetch without faults."
    ) { $0.isOutcome("made-up") && $0.count(.inaccessibleFault) > 0 },
    Misconception(
      "nothing-is-a-value",
      "An empty profile says that there is a room without a name. Nothing found is an error here."
    ) { $0.isOutcome("made-up") },
  ],
  solutions: [
    .solution(
      because: "One block looks for the room and copies what the screen needs. Only values leave "
        + "it."
    ) { OneBlock() },
    .solution(
      because: "A continuation does what the await form does: the block resumes it with values or "
        + "with the error."
    ) { ResumesWithValues() },
  ],
  museum: [
    .wrong(.wrong, "object-crosses-the-await", because: "As shipped: the room comes to main.") {
      AsShipped()
    },
    .wrong(.wrong, "object-crosses-the-await", because: "Puts the room into a Sendable box.") {
      BoxesTheRoom()
    },
    .wrong(.wrong, "object-crosses-the-await", because: "Returns the messages, and sorts on main.")
    { SortsOnMain() },
    .wrong(.wrong, "object-crosses-the-await", because: "Uses the context without a block.") {
      UsesNoBlock()
    },
    .wrong(.wrong, "object-crosses-the-await", because: "Refreshes the room, and returns it.") {
      RefreshesTheRoom()
    },
    .wrong(.wrong, "await-is-a-gap", because: "Reads name and topic in two blocks.") {
      ReadsInTwoBlocks()
    },
    .wrong(.wrong, "nothing-is-a-value", because: "Returns an empty profile.") { MakesItUp() },
    .wrong(.wrong, nil, because: "Has a main context of its own.") { ReadsOnMain() },
    .wrong(.wrong, nil, because: "Lets Core Data's error through.") { LetsTheErrorThrough() },
    .wrong(.wrong, nil, because: "Takes the texts as they come.") { ForgetsTheOrder() },
    .wrong(.wrong, nil, because: "Looks for the room by its name.") { LooksByName() },
    .wrong(.wrong, "fault-is-a-promise", because: "Fetches a fault, and fires it a line later.") {
      FiresItLater()
    },
    .wrong(.wrong, "fault-is-a-promise", because: "Makes a fault of what it has found.") {
      RefreshesWhatItFound()
    },
    .wrong(.wrong, "await-is-a-gap", because: "Looks for the room anew for each value.") {
      ReadsEachAnew()
    },
    .wrong(.wrong, nil, because: "Asks whether the room is there, and takes it after that.") {
      ChecksThenTakes()
    },
    .wrong(.wrong, nil, because: "Sorts by the dates.") { SortsByDate() },
    .wrong(.wrong, nil, because: "Screens at the same time share one reading.") {
      JoinsARunningRead()
    },
    .wrong(.wrong, nil, because: "Keeps the texts, if the room looks as before.") {
      RemembersTexts()
    },
    .wrong(.crash, nil, because: "Another screen resets the context between the two blocks.") {
      ResetsBetween()
    },
    .wrong(.pass, nil, because: "Resets, and prefetches the messages.") { PrefetchesAll() },
    .wrong(.pass, nil, because: "Pins a generation, and goes back.") { PinsAGeneration() },
    .wrong(.pass, nil, because: "Returns nothing, and throws behind the block.") {
      ReturnsNothing()
    },
    .wrong(.pass, nil, because: "A queue of its own waits for the block.") { WaitsOnAQueue() },
    .wrong(.pass, nil, because: "Waits where nobody needs the thread.") { WaitsForIt() },
    .wrong(.pass, nil, because: "Asks for the enqueued block explicitly.") { EnqueuesIt() },
    .wrong(.pass, nil, because: "Finds in one block, and reads all in the next.") {
      FindsAndReads()
    },
    .wrong(.pass, nil, because: "Lets the store sort the messages.") { FetchesTheMessages() },
  ],
  harmlessSlips: [
    HarmlessSlip(
      everywhere: "without the call: profiles.reset()",
      because: "The context keeps no object of an earlier screen."
    ),
    HarmlessSlip(
      everywhere: "without the call: context.reset()",
      because: "The context keeps no object of an earlier screen."
    ),
    HarmlessSlip(
      everywhere: "turned round: context.reset()",
      because: "Nothing has been read yet, or all that is needed."),
    HarmlessSlip(
      "ReturnsNothing, without the line: request.shouldRefreshRefetchedObjects = true",
      because: "Everything was refreshed a line earlier."),
  ])
