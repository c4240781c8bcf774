import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ExportsTexts>(
  trials: [
    exporting("three-messages", texts: ["Hello", "Anybody here?", "Coffee at three", "Hello"]),
    exporting("two-others", texts: ["See you", "At the bridge"]),
    exporting("nothing-there", texts: []),
    exporting("pinned-message", texts: ["Rules of the room", "Hello"], isPinned: true),
    exporting("asked-twice", texts: ["Hello"], calls: 2),
    exporting("empty-texts", texts: ["", "See you", ""]),
  ],
  misconceptions: [
    Misconception(
      "reading-is-using",
      "The messages belong to the view context, for reading too: realised or not, their values may "
        + "change or turn into faults while you look."
    ) { $0.isOutcome("violation") },
    Misconception(
      "main-does-the-work",
      "The file is written on the main queue now, and the screen waits for it.", rung: 2
    ) { $0.isOutcome("on-main") },
    Misconception(
      "a-fetch-has-its-own-order",
      "A fetch comes in the order of its sort descriptors, or in none. Which order the list has, "
        + "only the array knows that came with the call."
    ) { $0.isOutcome("wrong-order") && $0.count(.fetch) > 0 },
  ],
  solutions: [
    .solution(
      "CopiesTheTexts",
      because: "Strings are values: they are copied on main, and then belong to no context."),
    .solution(
      "CarriesTheIDs",
      because: "IDs may cross. The background reads objects of its own, without taking main's "
        + "time for it."),
  ],
  museum: [
    .piece("AsShipped", .wrong, "reading-is-using", because: "As shipped: reads them there."),
    .piece("LocksTheMessages", .wrong, "reading-is-using", because: "Reads them under a lock."),
    .piece("FiresThemFirst", .wrong, "reading-is-using", because: "Fires the faults first."),
    .piece(
      "AsksTheFirstContext", .wrong, "reading-is-using",
      because: "Carries IDs, and asks the view context."),
    .piece("WritesOnMain", .wrong, "main-does-the-work", because: "Does all of it on main."),
    .piece(
      "WaitsOnMain", .wrong, "main-does-the-work", because: "Main waits, and runs the block itself."
    ),
    .piece("LosesTheOrder", .wrong, because: "Sorts them its own way."),
    .piece("KnowsTheTexts", .wrong, because: "Knows the result of one trial."),
    .piece(
      "TakesTextsAlong", .pass, because: "Reads the texts on main, where the messages are at home."),
    .piece(
      "FetchesByIDs", .pass,
      because: "Fetches the background's own messages, and puts them in order."),
    .piece("ExportsInATask", .pass, because: "Awaits the block of the background context."),
    .piece(
      "WaitsOnADispatchQueue", .pass, because: "Lets a queue of its own wait for the background."),
    .piece("ExportsEverything", .wrong, because: "Fetches all messages that there are."),
    .piece(
      "SortsByPosition", .wrong, "a-fetch-has-its-own-order",
      because: "Fetches the right messages, in an order of its own."),
    .piece(
      "TrustsTheFetch", .wrong, "a-fetch-has-its-own-order",
      because: "Fetches the right messages without an order."),
    .piece("SortsTheTexts", .wrong, because: "Writes the texts in alphabetical order."),
    .piece("DropsEqualTexts", .wrong, because: "Writes each text once."),
    .piece("ExportsTheRoom", .wrong, because: "Exports all messages of the first one's room."),
    .piece("WritesOneByOne", .wrong, because: "Calls `write` for each message."),
    .piece(
      "WritesOnAGlobalQueue", .wrong, because: "Writes on a queue that is not the background's."),
    .piece(
      "WaitsForTheFile", .wrong, "main-does-the-work", because: "Lets main wait for the file."),
    .piece(
      "MapsLazily", .wrong, "reading-is-using",
      because: "Maps lazily, so that the texts are read in the block."),
    .piece(
      "TakesThemOver", .wrong, "reading-is-using",
      because: "Makes the background read messages of the view."),
    .piece("LooksPlacesUp", .wrong, because: "Has one place for a message that is shown twice."),
    .piece(
      "ExportsAListOnce", .wrong, because: "Leaves a call out whose list is on its way already."),
    .piece(
      "WritesNothingOfNothing", .wrong, because: "Writes no file where there is nothing to write."),
    .piece("LeavesOutTheEmpty", .wrong, because: "Writes only texts that are not empty."),
  ])
