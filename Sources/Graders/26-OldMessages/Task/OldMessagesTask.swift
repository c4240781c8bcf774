import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ClearsOldMessages>(
  trials: [
    clearing("three-of-six"), editing("drafts"), threeHundred("three-hundred"),
    nothingOld("nothing-old"), syncing("sync-meanwhile"), clearingTwice("two-calls"),
    scrolling("scrolling"),
    failing("store-gone"),
  ],
  misconceptions: [
    Misconception(
      "objects-have-a-context",
      "The objects of the view, and the view itself, belong to main. Take IDs there and look them up."
    ) { $0.isOutcome("violation") },
    Misconception(
      "batches-tell-no-context",
      "A batch request works in the store only. A context goes on with the objects it has until "
        + "what was deleted is merged into it, by ID.", rung: 0
    ) { $0.isOutcome("ghost") },
    Misconception(
      "the-screen-is-on-main",
      "The block of a context runs on that one's queue, and the screen lives on main.", rung: 2
    ) { $0.isOutcome("off-main") },
    Misconception(
      "main-waits",
      "Each object that is read and deleted takes its time, and main makes these trips, or waits "
        + "for them.", rung: 0
    ) { $0.isOutcome("frozen") },
    Misconception(
      "main-is-needed",
      "A merge into the view needs a turn of main. As long as main waits for who merges, it cannot "
        + "give one.", rung: 0
    ) { $0.verdict == .hang },
    Misconception(
      "one-by-one",
      "To delete objects, their rows are read first, and each deletion is written by itself. The "
        + "store can delete by a predicate.", rung: 2
    ) { $0.isOutcome("slow") },
    Misconception(
      "drafts-are-the-users",
      "What is unsaved in the view belongs to who writes there. Neither save it nor throw it away; "
        + "a merge leaves it as it is."
    ) { $0.isOutcome("draft-saved") || $0.isOutcome("draft-lost") },
    Misconception(
      "who-is-old",
      "Old is what was sent before the date. What was sent at that moment is not, nor what was "
        + "never sent."
    ) { $0.isOutcome("too-many") || $0.isOutcome("kept") },
    Misconception(
      "count-what-went",
      "Between a count and a deletion another save may come. The result of the request itself says "
        + "what it has deleted.", rung: 2
    ) { $0.isOutcome("wrong-number") },
    Misconception(
      "each-is-answered",
      "The screen waits for each call until its own done comes, once: also if there is nothing to "
        + "delete, or if it fails.", rung: 0
    ) { $0.isOutcome("not-told") || $0.isOutcome("told-twice") },
  ],
  solutions: [
    .solution(
      "MergesTheIDs",
      because: "One request deletes all of them beside main, and says which they were. The view "
        + "merges these IDs, and its drafts stay."),
    .solution(
      "AwaitsTheBatch",
      because: "The same in one function: await gives main back until the IDs are there."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "batches-tell-no-context",
      because: "As shipped: deletes in the store, and the view hears nothing of it."),
    .piece(
      "MergesWhatItKnew", .wrong, "batches-tell-no-context",
      because: "Merges only what the view had when it was called."),
    .piece(
      "RefreshesTheView", .wrong, "batches-tell-no-context",
      because: "Makes faults of objects that are gone."),
    .piece(
      "TellsFirst", .wrong, "batches-tell-no-context",
      because: "Tells the screen in a turn before the one that merges."),
    .piece(
      "DeletesThemHere", .wrong, "main-waits",
      because: "Deletes objects one by one, on main."),
    .piece(
      "DeletesInTheViewAndSaves", .wrong, "drafts-are-the-users",
      because: "Deletes the objects of the view, and saves what else is there."),
    .piece(
      "DeletesThemBeside", .wrong, "one-by-one",
      because: "Deletes objects one by one, beside main."),
    .piece(
      "WaitsForTheBatch", .hang, "main-is-needed",
      because: "Main waits for a queue that merges into the view."),
    .piece("ResetsTheView", .wrong, "drafts-are-the-users", because: "Resets the view."),
    .piece("SavesFirst", .wrong, "drafts-are-the-users", because: "Saves the view."),
    .piece(
      "TellsItThere", .wrong, "the-screen-is-on-main",
      because: "Tells the screen on the queue that deletes."),
    .piece(
      "ReadsTheViewThere", .wrong, "objects-have-a-context",
      because: "Asks the view on the queue that deletes."),
    .piece(
      "CountsFirst", .wrong, "count-what-went",
      because: "Counts in a trip of its own, before it deletes."),
    .piece(
      "TakesTheUnsent", .wrong, "who-is-old", because: "Takes what has no date for old."),
    .piece("TakesTheDay", .wrong, "who-is-old", because: "Takes the moment itself for before."),
    .piece(
      "LooksAtTheRooms", .wrong, "who-is-old",
      because: "Deletes all messages of rooms that have an old one."),
    .piece(
      "SwallowsErrors", .wrong, "each-is-answered", because: "Says nothing if it cannot delete."),
    .piece(
      "SaysNothingOfNone", .wrong, "each-is-answered",
      because: "Says nothing if nothing is old."),
    .piece(
      "MergesThere", .pass, because: "Merges from the queue that deletes; main is free meanwhile."),
    .piece(
      "ExecutesInTheView", .pass,
      because: "Main makes the one trip itself, which is shorter than a frame."),
  ])
