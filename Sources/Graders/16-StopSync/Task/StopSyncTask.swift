import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any SyncsRooms>(
  trials: [
    syncing("all-new", server: ["Harbour", "Market"], stored: [], .memory),
    syncing("some-there", server: ["Attic", "Harbour", "Market"], stored: ["Harbour"], .sqlite),
    stopping("stopped", server: ["Harbour", "Market", "Attic"], isOtherPartAtWork: false),
    stopping("stopped-beside-others", server: ["Harbour", "Market"], isOtherPartAtWork: true),
    stopping(
      "stopped-with-rooms", server: ["Harbour", "Market"], stored: ["Harbour"],
      isOtherPartAtWork: false),
    syncingAgain("stopped-and-again"), goingOffline("offline"), refusing("refused"),
    conflicting("in-conflict"),
    stopping(
      "stopped-before-known", server: ["Harbour", "Market"], stored: ["Market"],
      isOtherPartAtWork: false),
  ],
  misconceptions: [
    Misconception(
      "a-room-is-one-block",
      "Between two blocks of 'imports' other parts save it, with all that is pending there. Make "
        + "and save a room in one block, or in a context of your own."
    ) { $0.isOutcome("half") || $0.isOutcome("left-over") && !$0.isRefused },
    Misconception(
      "refused-is-not-gone",
      "What a save has refused stays in its context, and the next save there is refused as well. "
        + "Roll back in the same block."
    ) { $0.isRefused && ($0.isOutcome("others-fail") || $0.isOutcome("left-over")) },
    Misconception(
      "stop-reaches-children",
      "A stop reaches the task that was cancelled, and what it waits for. A detached task is none of "
        + "these, and who tries again asks on."
    ) { $0.isOutcome("asked-on") },
    Misconception(
      "stop-is-an-end-of-its-own",
      "Who awaits the sync can tell three ends: all is there, an error, and 'CancellationError'."
    ) {
      $0.isOutcome("told-done") && $0.trial.hasPrefix("stopped") || $0.isOutcome("other-error")
        || $0.isOutcome("blamed")
    },
    Misconception(
      "errors-are-told",
      "What could not be stored is told by an error, and ends the sync: await the block, and throw "
        + "what it throws."
    ) {
      $0.isOutcome("told-done") || $0.isOutcome("went-on")
        || $0.isOutcome("twice") && $0.trial == "stopped-and-again"
    },
    Misconception(
      "stored-stays",
      "A stop is no undo: what is stored stays, and the next sync goes on from there."
    ) { $0.isOutcome("taken-back") },
    Misconception(
      "each-room-is-saved",
      "Rooms are stored one by one, so that what came before an error or a stop is there."
    ) { $0.isOutcome("missing") },
    Misconception(
      "look-before-you-store", "Some rooms are there already. Look, before a room is made."
    ) { $0.isOutcome("twice") || $0.isOutcome("miscounted") },
    Misconception(
      "one-question-at-a-time",
      "The service answers one question at a time: ask for a room when the last one has come."
    ) { $0.isOutcome("two-questions") },
  ],
  solutions: [
    .solution(
      "OneBlockForEach",
      because:
        "A block makes and saves a room, or takes it back: nothing comes in between. Whether "
        + "to stop is asked between two rooms."),
    .solution(
      "AContextForEach",
      because:
        "A context for each room has nothing that others could save, and is dropped with what "
        + "is left in it."),
  ],
  museum: [
    .piece(
      "StopsAtWhatIsThere", .wrong,
      because: "Stops before it looks whether the rooms that are left are there."),
    .piece(
      "AsShipped", .wrong, "a-room-is-one-block",
      because: "As shipped: the room first, and its texts in a second block."),
    .piece(
      "SavesAtTheEnd", .wrong, "a-room-is-one-block", because: "Saves when all rooms are made."),
    .piece(
      "LeavesWhatIsRefused", .wrong, "refused-is-not-gone",
      because: "Throws the error, and leaves the room in the context."),
    .piece(
      "RollsBackBehindIt", .wrong, "a-room-is-one-block",
      because: "Rolls back in a block behind the error."),
    .piece(
      "RollsBackInItsHandler", .wrong, "a-room-is-one-block",
      because: "A cancellation handler rolls back."),
    .piece(
      "IsNotStopped", .wrong, "stop-reaches-children", because: "A detached task does the work."),
    .piece(
      "SaysNothingOfIt", .wrong, "stop-is-an-end-of-its-own",
      because: "Returns what it has, if it is stopped."),
    .piece(
      "PassesItOn", .wrong, "stop-is-an-end-of-its-own",
      because: "Passes on the error of the service."),
    .piece(
      "BlamesTheUser", .wrong, "stop-is-an-end-of-its-own", because: "Takes each error for a stop."),
    .piece(
      "TakesItBack", .wrong, "stored-stays",
      because: "Deletes what it has stored, if it is stopped."),
    .piece(
      "BeginsAnew", .wrong, "look-before-you-store",
      because: "Stores each room, whether it is there or not."),
    .piece(
      "TriesAgain", .wrong, "stop-reaches-children",
      because: "Asks three times before it gives up, also when it is stopped."),
    .piece(
      "ChecksBeforeTheSave", .wrong, "a-room-is-one-block",
      because: "Looks once more between the change and the save."),
    .piece(
      "AsksForAllAtOnce", .wrong, "one-question-at-a-time",
      because: "A group asks for all rooms at once."),
    .piece(
      "DoesNotWaitForSaves", .wrong, "errors-are-told",
      because: "Stores each room in a task of its own, and goes on."),
    .piece(
      "CollectsFirst", .wrong, "each-room-is-saved",
      because: "Asks for all rooms, and stores them in one save."),
    .piece(
      "SavesAChild", .wrong, "a-room-is-one-block",
      because: "A child makes the room, and its parent saves in another block."),
    .piece(
      "SkipsWhatIsRefused", .wrong, "errors-are-told",
      because: "Goes on with the next room, if one is refused."),
    .piece(
      "ResetsFirst", .wrong, "a-room-is-one-block",
      because: "Begins with a reset, which is too late for what others have saved."),
    .piece(
      "LetsTheServiceLook", .pass,
      because: "The service says that it was stopped; one question more is allowed."),
    .piece("WaitsInTheTask", .pass, because: "Waits for each block."),
    .piece("HearsOfTheStop", .pass, because: "A handler notes that it is to stop."),
    .piece("OneContextForIt", .pass, because: "One context of its own for each sync."),
    .piece("ReadsTheNamesOnce", .pass, because: "Looks once which rooms are there."),
    .piece(
      "ChecksAndThenSaves", .wrong, "refused-is-not-gone",
      because: "Takes a room back if it is not valid, and not if its save is refused."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "HearsOfTheStop, without the line: isStopped.withLock { $0 = true }",
      because: "The service says that it was stopped, and is asked once more at most.")
  ])

extension Finding {
  /// Whether a save was refused, for whatever reason.
  fileprivate var isRefused: Bool { ["refused", "in-conflict"].contains(trial) }
}
