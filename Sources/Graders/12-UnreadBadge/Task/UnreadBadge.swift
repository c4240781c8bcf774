import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any CountsUnread>(
  trials: [
    besideSync("two-unread", unread: 2), besideSync("five-unread", unread: 5),
    besideSync("none-unread", unread: 0),
    besideSync("stored-meanwhile", unread: 2, thatStores: true),
    twice("twice"),
    besideView("own-message-meanwhile", syncHolds: false),
    besideView("read-behind-the-sync", syncHolds: true),
    twice("twice-beside-a-sync", besideSync: true),
  ],
  misconceptions: [
    Misconception(
      "main-is-needed-below",
      "Main waits for the background context, and the sync's block there waits for main. Nesting "
        + "the wait, or hiding it in a semaphore, leaves the circle as it is."
    ) { $0.verdict == .hang },
    Misconception(
      "badge-has-a-queue",
      "show changes the tab bar, and the tab bar lives on the main queue. Enqueue a block there.",
      rung: 2
    ) { $0.isOutcome("off-main") },
    Misconception(
      "started-is-not-finished",
      "perform returns at once, so the number is not known yet on the line below it.", rung: 0
    ) { $0.isOutcome("wrong-number") && $0.isTold(before: .fetch) },
    Misconception(
      "knows-the-number", "The number is another one each time.", rung: 0
    ) {
      ($0.isOutcome("wrong-number") || $0.avoids("fetch-by-background"))
        && $0.count(.fetch) == 0
    },
    Misconception(
      "fetched-is-not-new",
      "A fetch finds the rows of now, and hands out objects that were read before as they are. "
        + "Let the store count, or refresh them."
    ) { $0.isOutcome("wrong-number") && $0.trial == "read-behind-the-sync" },
    Misconception(
      "two-counts-are-two-moments",
      "Between two requests of one block another context may save. Ask the store once."
    ) { $0.isOutcome("wrong-number") && $0.trial == "own-message-meanwhile" },
    .neverTold("show"),
    Misconception(
      "count-belongs-to-its-queue",
      "The background context is counted with on its own queue only: inside its perform."
    ) { $0.isOutcome("violation") },
  ],
  solutions: [
    .solution(
      "AsksAndGoesOn",
      because: "Main asks and goes on. The background context counts in its turn, and the number "
        + "comes back as a block of the view context."),
    .solution(
      "WaitsFromBelow",
      because: "The count's block waits for main instead: upwards, from below, while nothing on "
        + "main waits for it. That is a wait that can always end."),
  ],
  museum: [
    .piece(
      "KeepsTheOldNumber", .wrong, "never-told",
      because: "Leaves the badge as it is where nothing is unread."),
    .piece("AsShipped", .hang, "main-is-needed-below", because: "As shipped: main waits."),
    .piece(
      "NestsTheWait", .hang, "main-is-needed-below", because: "Waits for the same thing, nested."),
    .piece(
      "WaitsWithSemaphore", .hang, "main-is-needed-below",
      because: "Waits with a semaphore instead."),
    .piece(
      "ShowsAtOnce", .wrong, "started-is-not-finished", because: "Shows before it has counted."),
    .piece("ShowsInBackground", .wrong, "badge-has-a-queue", because: "Shows from the background."),
    .piece(
      "CountsFromMain", .wrong, "count-belongs-to-its-queue", because: "Counts without perform."),
    .piece("KnowsTheNumber", .wrong, "knows-the-number", because: "Knows the result of one trial."),
    .piece("CountsInTheView", .wrong, because: "Works, but main does all of it."),
    .piece("CountsInATask", .pass, because: "Awaits the count."),
    .piece("ShowsByDispatch", .pass, because: "Shows the number on the main queue of Dispatch."),
    .piece("WaitsOnAnotherThread", .pass, because: "Lets a thread of Dispatch wait for the count."),
    .piece(
      "CountsTheFetched", .wrong, "fetched-is-not-new",
      because: "Fetches and counts what is not read, by values that may be old."),
    .piece(
      "SubtractsInOneBlock", .wrong, "two-counts-are-two-moments",
      because: "Counts all and those that are read, in one block."),
    .piece("CountsAll", .wrong, because: "Counts all messages."),
    .piece("CountsTheRead", .wrong, because: "Counts those that are read."),
    .piece("CountsOnTheView", .wrong, because: "Counts on the view, in its block."),
    .piece("CountsInAThird", .wrong, because: "Counts in a context of its own."),
    .piece(
      "WaitsWithATimeout", .wrong, "started-is-not-finished",
      because: "Waits for a moment, and shows nothing found."),
    .piece(
      "ShowsTheLastNumber", .wrong,
      because: "Shows what it counted the last time, and counts for the next."),
    .piece(
      "ShowsZeroFirst", .wrong, because: "Shows nothing first, and the number when it is known."),
    .piece(
      "ShowsOnTheBackgroundQueue", .wrong, "badge-has-a-queue",
      because: "Shows it where it was counted."),
    .piece(
      "WaitsInsideMainAsync", .hang, "main-is-needed-below",
      because: "Waits for the background in a later turn of main."),
    .piece(
      "WaitsForMainFromThere", .hang, "main-is-needed-below",
      because: "Asks main to show it, and waits for that, while main waits too."),
    .piece("CountsPerRoom", .wrong, because: "Counts the unread messages of one room."),
    .piece(
      "CountsWithoutABlock", .wrong, "count-belongs-to-its-queue",
      because: "Counts with the background context on main."),
    .piece(
      "DropsASecondRefresh", .wrong, "never-told",
      because: "Drops a refresh that comes while another one counts."),
    .piece(
      "CountsInTwoBlocks", .wrong,
      because: "Counts all in one block and those that are read in another."),
    .piece(
      "SharesTheCount", .hang, "main-is-needed-below",
      because: "Main waits for a moment for a queue that counts."),
  ])
