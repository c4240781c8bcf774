import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any SearchesMessages>(
  trials: [
    finding("sixty-found"),
    typingOn("two-letters", ["f", "fe"], in: ["The ferry", "Fish", "Bread", "The ferry"]),
    typingOn("none-found", ["f", "fx"], in: ["The ferry", "Fish"]),
    typingOn("empty-room", ["f"], in: []),
    emptying("emptied", cancels: false),
    emptying("cancelled", cancels: true),
    emptying("another-text", cancels: true, then: "b"),
    typingAgain("typed-again"),
    failing("store-gone"),
    openingTwo("two-screens"),
    openingTwo("two-screens-on-one-room", onOneRoom: true),
    typingAgain("saved-between-letters", "fer", cancelling: false),
  ],
  misconceptions: [
    Misconception(
      "found-is-not-all",
      "Between two letters something may be saved. What a shorter text has found is what was there "
        + "then; the longer one is looked for in the store."
    ) { $0.trial == "saved-between-letters" && $0.isOutcome("behind") },
    Misconception(
      "objects-have-a-context",
      "What a search finds belongs to its context, and may be read in that one's blocks only. Take "
        + "IDs to main, and ask 'view' for the objects."
    ) { $0.isOutcome("violation") || $0.isOutcome("foreign") },
    Misconception(
      "list-is-on-main",
      "The block of a search runs on that one's queue, and the list lives on main.", rung: 2
    ) { $0.isOutcome("off-main") },
    Misconception(
      "main-loads",
      "Main searches, waits for the search, or loads all that was found. It draws ten: give it "
        + "objects that are loaded when they are drawn."
    ) { $0.isOutcome("frozen") || $0.avoids("at-last") },
    Misconception(
      "one-number-for-all",
      "What happens in one field is no news for the other: each needs a number of its own.", rung: 2
    ) { $0.isOutcome("not-shown") && $0.trial.hasPrefix("two-screens") },
    Misconception(
      "answers-overtake",
      "An answer that comes to main may be that to an earlier question. Neither a queue nor a pause nor "
        + "a look in the background keeps it away: compare it with the field on main, right before it "
        + "is shown."
    ) { $0.isOutcome("overtaken") },
    Misconception(
      "nothing-is-a-change",
      "An emptied field is a change as well: what is on its way then is not wanted any more."
    ) { $0.isOutcome("full-again") || $0.isOutcome("still-full") },
    Misconception(
      "equal-is-not-the-same",
      "An equal text is another question: what was found for it earlier is as old as that. Look anew "
        + "each time, count the changes of the field, and compare the numbers on main.", rung: 2
    ) { $0.isOutcome("behind") },
    Misconception(
      "nothing-is-an-answer",
      "Nothing found is an answer, and so is an error here: show the empty list.", rung: 0
    ) { $0.isOutcome("not-shown") && $0.trial != "two-letters" },
    Misconception(
      "last-is-wanted",
      "A letter that comes while a search is on its way needs a search of its own."
    ) { $0.isOutcome("not-shown") },
  ],
  solutions: [
    .solution(
      "CountsChanges",
      because: "Each change of the field takes the next number, also Cancel and an empty text. An "
        + "answer is shown if no change came since, which main knows."),
    .solution(
      "GivesUpTheLastOne",
      because: "An asynchronous fetch asks beside the queue of the view and brings objects of the "
        + "view to main. Cancel spares the store some work; the flag keeps the list right."),
  ],
  museum: [
    .piece(
      "AsShipped", .wrong, "answers-overtake",
      because: "As shipped: each letter has a search of its own."),
    .piece(
      "OneAfterTheOther", .wrong, "answers-overtake",
      because: "One context searches, so that answers come in turn."),
    .piece(
      "ComparesTexts", .wrong, "equal-is-not-the-same",
      because: "Compares what was looked for with what the field says."),
    .piece(
      "ForgetsCancel", .wrong, "nothing-is-a-change",
      because: "An answer that is on its way at Cancel is shown."),
    .piece(
      "ForgetsTheEmptyField", .wrong, "nothing-is-a-change",
      because: "An answer that is on its way when the field is emptied is shown."),
    .piece(
      "ChecksInTheBackground", .wrong, "equal-is-not-the-same",
      because: "Looks whether it is wanted before it goes to main."),
    .piece(
      "CancelsTheTaskTooEarly", .wrong, "answers-overtake",
      because: "Asks whether it was cancelled before main has its turn."),
    .piece(
      "WaitsAMoment", .wrong, "answers-overtake",
      because: "Searches when there was no letter for a moment."),
    .piece(
      "CancelsTheFetch", .wrong, "nothing-is-an-answer",
      because: "Cancels the last search, and shows whatever has a result."),
    .piece(
      "DropsWhatComesMeanwhile", .wrong, "answers-overtake",
      because: "Searches for one text at a time, and drops others."),
    .piece(
      "SkipsNothingFound", .wrong, "nothing-is-an-answer",
      because: "Shows only what has something in it."),
    .piece(
      "IgnoresErrors", .wrong, "nothing-is-an-answer",
      because: "A search that fails shows nothing new."),
    .piece("LoadsThemAll", .wrong, "main-loads", because: "Main loads all that was found."),
    .piece(
      "FetchesThemAgain", .wrong, "main-loads",
      because: "Main fetches all that was found, in one trip."),
    .piece("SearchesOnMain", .wrong, "main-loads", because: "Main searches."),
    .piece("WaitsForTheSearch", .wrong, "main-loads", because: "Main waits for the search."),
    .piece(
      "ShowsTheirObjects", .wrong, "objects-have-a-context",
      because: "Shows the objects of the search."),
    .piece(
      "ShowsItThere", .wrong, "list-is-on-main",
      because: "Asks the view on main, and tells the list on the queue of the search."),
    .piece("ClearsFirst", .wrong, because: "Empties the list until the answer is there."),
    .piece("SortsByText", .wrong, because: "Sorts what it has found by its text."),
    .piece("SearchesEverywhere", .wrong, because: "Searches in all rooms."),
    .piece("ShowsTen", .wrong, because: "Shows the ten that are drawn."),
    .piece(
      "OneNumberForAll", .wrong, "one-number-for-all",
      because: "Counts the changes of all fields together."),
    .piece(
      "LocksTheNumber", .wrong, "answers-overtake",
      because: "A lock guards the number, which is looked at before the answer goes to main."),
    .piece("SearchesInAChild", .wrong, "main-loads", because: "Searches in a child of the view."),
    .piece(
      "RemembersAnswers", .wrong, "equal-is-not-the-same",
      because: "Remembers what was found for a text."),
    .piece(
      "CancelsTasks", .pass,
      because: "A task for each text, which asks on main whether it was cancelled."),
    .piece(
      "AsksTheField", .pass,
      because: "One context searches, so that answers come in turn, and each is compared with "
        + "the field."),
    .piece(
      "WaitsAndCounts", .pass,
      because: "Searches when there was no letter for a moment, and counts."),
    .piece(
      "OneNumberForEachRoom", .wrong, "one-number-for-all",
      because: "Counts the changes of all fields of a room together."),
    .piece(
      "NarrowsDown", .wrong, "found-is-not-all",
      because: "Looks for a longer text only where the shorter one was found."),
  ],
  harmlessSlips: [
    HarmlessSlip(
      "WaitsAndCounts, without the line: guard number == self.number else { return }",
      because: "What is searched for in vain is not shown.")
  ])
