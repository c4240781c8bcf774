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
      "Between two readings somebody else saves, also within a block. What belongs together is "
        + "read once, or from one generation."
    ) { $0.isOutcome("half") && $0.count(.didSave) > 0 },
    Misconception(
      "fault-is-a-promise",
      "What was found is a fault: its row is read a line later, and may be gone by then. Find and "
        + "read in one step: 'existingObject(with:)', or a fetch without faults."
    ) { $0.isOutcome("made-up") && $0.count(.inaccessibleFault) > 0 },
    Misconception(
      "main-waits",
      "performAndWait, a semaphore, or a context of the main queue keep main until the rows are "
        + "there, whatever was awaited before."
    ) { $0.isOutcome("frozen") || $0.avoids("read-by-profiles") },
    Misconception(
      "errors-are-translated",
      "Core Data's error tells what it could not do. Who calls this asks for 'NoSuchRoom'."
    ) { $0.isOutcome("other-error") },
    Misconception(
      "sets-have-no-order",
      "The messages of a room are a set. Its order is none, and dates or texts are not positions."
    ) { $0.isOutcome("out-of-order") },
    Misconception(
      "equal-is-not-the-same", "Two messages may say the same. Both are shown."
    ) { $0.isOutcome("texts-missing") },
    Misconception(
      "names-are-not-ids", "Rooms may have equal names. The ID says which one is meant."
    ) { $0.isOutcome("other-room") },
    Misconception(
      "read-is-already-old",
      "What was read for somebody else, or the last time, is as old as that. Each screen wants what "
        + "is there when it opens."
    ) { $0.isOutcome("old") },
    Misconception(
      "nothing-is-a-value",
      "An empty profile says that there is a room without a name. Nothing found is an error here."
    ) { $0.isOutcome("made-up") },
  ],
  solutions: [
    .solution(
      "OneBlock",
      because: "One block looks for the room and copies what the screen needs. Only values leave "
        + "it."),
    .solution(
      "ResumesWithValues",
      because: "A continuation does what the await form does: the block resumes it with values or "
        + "with the error."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "object-crosses-the-await",
      because: "As shipped: the room comes to main."),
    .piece(
      "BoxesTheRoom", .wrong, "object-crosses-the-await",
      because: "Puts the room into a Sendable box."),
    .piece(
      "SortsOnMain", .wrong, "object-crosses-the-await",
      because: "Returns the messages, and sorts on main."),
    .piece(
      "UsesNoBlock", .wrong, "object-crosses-the-await",
      because: "Uses the context without a block."),
    .piece(
      "RefreshesTheRoom", .wrong, "object-crosses-the-await",
      because: "Refreshes the room, and returns it."),
    .piece(
      "ReadsInTwoBlocks", .wrong, "await-is-a-gap", because: "Reads name and topic in two blocks."),
    .piece("MakesItUp", .wrong, "nothing-is-a-value", because: "Returns an empty profile."),
    .piece(
      "HopsAndWaits", .wrong, "main-waits",
      because: "Lets others go first once, and then main waits for the room."),
    .piece(
      "ReadsTextsLater", .pass,
      because: "Reads the texts in a second block, as they come in a second trip anyway."),
    .piece(
      "DropsEqualTexts", .wrong, "equal-is-not-the-same", because: "Shows each text once."),
    .piece("ReadsOnMain", .wrong, "main-waits", because: "Has a main context of its own."),
    .piece(
      "LetsTheErrorThrough", .wrong, "errors-are-translated",
      because: "Lets Core Data's error through."),
    .piece(
      "ForgetsTheOrder", .wrong, "sets-have-no-order", because: "Sorts the texts by themselves."),
    .piece("LooksByName", .wrong, "names-are-not-ids", because: "Looks for the room by its name."),
    .piece(
      "FiresItLater", .wrong, "fault-is-a-promise",
      because: "Fetches a fault, and fires it a line later."),
    .piece(
      "RefreshesWhatItFound", .wrong, "fault-is-a-promise",
      because: "Makes a fault of what it has found."),
    .piece(
      "ReadsEachAnew", .wrong, "await-is-a-gap", because: "Looks for the room anew for each value."),
    .piece(
      "ChecksThenTakes", .wrong, "errors-are-translated",
      because: "Asks whether the room is there, and takes it after that."),
    .piece("SortsByDate", .wrong, "sets-have-no-order", because: "Sorts by the dates."),
    .piece(
      "JoinsARunningRead", .wrong, "read-is-already-old",
      because: "Screens at the same time share one reading."),
    .piece(
      "RemembersTexts", .wrong, "read-is-already-old",
      because: "Keeps the texts, if the room looks as before."),
    .piece(
      "ResetsBetween", .crash, because: "Another screen resets the context between the two blocks."),
    .piece("PrefetchesAll", .pass, because: "Resets, and prefetches the messages."),
    .piece("PinsAGeneration", .pass, because: "Pins a generation, and goes back."),
    .piece("ReturnsNothing", .pass, because: "Returns nothing, and throws behind the block."),
    .piece("WaitsOnAQueue", .pass, because: "A queue of its own waits for the block."),
    .piece("WaitsForIt", .pass, because: "Waits where the thread is not needed."),
    .piece("EnqueuesIt", .pass, because: "Asks for the enqueued block explicitly."),
    .piece("FindsAndReads", .pass, because: "Finds in one block, and reads all in the next."),
    .piece("FetchesTheMessages", .pass, because: "Lets the store sort the messages."),
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
