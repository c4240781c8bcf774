import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any LoadsProfiles>(
  trials: [
    opening("one-screen"), changing("changed-meanwhile"), openingTwo("two-screens"),
    reopening("opened-again"), missing("no-such-room"),
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
    .wrong(.pass, nil, because: "Waits where nobody needs the thread.") { WaitsForIt() },
    .wrong(.pass, nil, because: "Asks for the enqueued block explicitly.") { EnqueuesIt() },
    .wrong(.pass, nil, because: "Finds in one block, and reads all in the next.") {
      FindsAndReads()
    },
    .wrong(.pass, nil, because: "Lets the store sort the messages.") { FetchesTheMessages() },
  ])
