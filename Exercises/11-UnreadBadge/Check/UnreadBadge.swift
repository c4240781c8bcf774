import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any CountsUnread>(
  trials: [
    besideSync("two-unread", unread: 2), besideSync("five-unread", unread: 5),
    besideSync("none-unread", unread: 0),
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
    .neverTold("show"),
    Misconception(
      "count-belongs-to-its-queue",
      "The background context is counted with on its own queue only: inside its perform."
    ) { $0.isOutcome("violation") },
  ],
  solutions: [
    .solution(
      because: "Main asks and goes on. The background context counts in its turn, and the number "
        + "comes back as a block of the view context."
    ) { AsksAndGoesOn() },
    .solution(
      because: "The count's block waits for main instead: upwards, from below, while nobody on "
        + "main waits for it. That is a wait that somebody can always end."
    ) { WaitsFromBelow() },
  ],
  museum: [
    .wrong(.wrong, "never-told", because: "Leaves the badge as it is where nothing is unread.") {
      KeepsTheOldNumber()
    },
    .wrong(.hang, "main-is-needed-below", because: "As shipped: main waits.") { AsShipped() },
    .wrong(.hang, "main-is-needed-below", because: "Waits for the same thing, nested.") {
      NestsTheWait()
    },
    .wrong(.hang, "main-is-needed-below", because: "Waits with a semaphore instead.") {
      WaitsWithSemaphore()
    },
    .wrong(.wrong, "started-is-not-finished", because: "Shows before it has counted.") {
      ShowsAtOnce()
    },
    .wrong(.wrong, "badge-has-a-queue", because: "Shows from the background.") {
      ShowsInBackground()
    },
    .wrong(.wrong, "count-belongs-to-its-queue", because: "Counts without perform.") {
      CountsFromMain()
    },
    .wrong(.wrong, "knows-the-number", because: "Knows the result of one trial.") {
      KnowsTheNumber()
    },
    .wrong(.wrong, nil, because: "Works, but main does all of it.") {
      CountsInTheView()
    },
    .wrong(.pass, nil, because: "Awaits the count.") {
      CountsInATask()
    },
    .wrong(.pass, nil, because: "Shows the number on the main queue of Dispatch.") {
      ShowsByDispatch()
    },
    .wrong(.pass, nil, because: "Lets a thread of Dispatch wait for the count.") {
      WaitsOnAnotherThread()
    },
    .wrong(.pass, nil, because: "Fetches and counts what is not read.") {
      CountsTheFetched()
    },
    .wrong(.wrong, nil, because: "Counts all messages.") {
      CountsAll()
    },
    .wrong(.wrong, nil, because: "Counts those that are read.") {
      CountsTheRead()
    },
    .wrong(.wrong, nil, because: "Counts on the view, in its block.") {
      CountsOnTheView()
    },
    .wrong(.wrong, nil, because: "Counts in a context of its own.") {
      CountsInAThird()
    },
    .wrong(
      .wrong, "started-is-not-finished", because: "Waits for a moment, and shows nothing found."
    ) {
      WaitsWithATimeout()
    },
    .wrong(.wrong, nil, because: "Shows what it counted the last time, and counts for the next.") {
      ShowsTheLastNumber()
    },
    .wrong(.wrong, nil, because: "Shows nothing first, and the number when it is known.") {
      ShowsZeroFirst()
    },
    .wrong(.wrong, "badge-has-a-queue", because: "Shows it where it was counted.") {
      ShowsOnTheBackgroundQueue()
    },
    .wrong(
      .hang, "main-is-needed-below", because: "Waits for the background in a later turn of main."
    ) {
      WaitsInsideMainAsync()
    },
    .wrong(
      .hang, "main-is-needed-below",
      because: "Asks main to show it, and waits for that, while main waits too."
    ) {
      WaitsForMainFromThere()
    },
    .wrong(.wrong, nil, because: "Counts the unread messages of one room.") {
      CountsPerRoom()
    },
    .wrong(
      .wrong, "count-belongs-to-its-queue", because: "Counts with the background context on main."
    ) {
      CountsWithoutABlock()
    },
  ])
