import CoreData
import Interleaving
public import WorkbookKit

public let exercise = ExerciseCheck<any ExportsTexts>(
  trials: [
    exporting("three-messages", texts: ["Hello", "Anybody here?", "Coffee at three", "Hello"]),
    exporting("two-others", texts: ["See you", "At the bridge"]),
    exporting("nothing-there", texts: []),
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
    .solution(because: "Strings are values: they are copied on main, and then belong to nobody.") {
      CopiesTheTexts()
    },
    .solution(
      because: "IDs may cross. The background reads objects of its own, without taking main's "
        + "time for it."
    ) { CarriesTheIDs() },
  ],
  museum: [
    .wrong(.wrong, "reading-is-using", because: "As shipped: reads them there.") { AsShipped() },
    .wrong(.wrong, "reading-is-using", because: "Reads them under a lock.") {
      LocksTheMessages()
    },
    .wrong(.wrong, "reading-is-using", because: "Fires the faults first.") { FiresThemFirst() },
    .wrong(.wrong, "reading-is-using", because: "Carries IDs, and asks the view context.") {
      AsksTheFirstContext()
    },
    .wrong(.wrong, "main-does-the-work", because: "Does all of it on main.") { WritesOnMain() },
    .wrong(.wrong, "main-does-the-work", because: "Main waits, and runs the block itself.") {
      WaitsOnMain()
    },
    .wrong(.wrong, nil, because: "Sorts them its own way.") { LosesTheOrder() },
    .wrong(.wrong, nil, because: "Knows the result of one trial.") {
      KnowsTheTexts()
    },
    .wrong(.pass, nil, because: "Reads the texts on main, where the messages are at home.") {
      TakesTextsAlong()
    },
    .wrong(.pass, nil, because: "Fetches the background's own messages, and puts them in order.") {
      FetchesByIDs()
    },
    .wrong(.pass, nil, because: "Awaits the block of the background context.") {
      ExportsInATask()
    },
    .wrong(.pass, nil, because: "Lets a queue of its own wait for the background.") {
      WaitsOnADispatchQueue()
    },
    .wrong(.wrong, nil, because: "Fetches all messages that there are.") {
      ExportsEverything()
    },
    .wrong(
      .wrong, "a-fetch-has-its-own-order",
      because: "Fetches the right messages, in an order of its own."
    ) {
      SortsByPosition()
    },
    .wrong(
      .wrong, "a-fetch-has-its-own-order",
      because: "Fetches the right messages without an order."
    ) {
      TrustsTheFetch()
    },
    .wrong(.wrong, nil, because: "Writes the texts in alphabetical order.") {
      SortsTheTexts()
    },
    .wrong(.wrong, nil, because: "Writes each text once.") {
      DropsEqualTexts()
    },
    .wrong(.wrong, nil, because: "Exports all messages of the first one's room.") {
      ExportsTheRoom()
    },
    .wrong(.wrong, nil, because: "Calls `write` for each message.") {
      WritesOneByOne()
    },
    .wrong(.wrong, nil, because: "Writes on a queue that is not the background's.") {
      WritesOnAGlobalQueue()
    },
    .wrong(.wrong, "main-does-the-work", because: "Lets main wait for the file.") {
      WaitsForTheFile()
    },
    .wrong(
      .wrong, "reading-is-using", because: "Maps lazily, so that the texts are read in the block."
    ) {
      MapsLazily()
    },
    .wrong(.wrong, "reading-is-using", because: "Makes the background read messages of the view.") {
      TakesThemOver()
    },
    .wrong(.wrong, nil, because: "Writes no file where there is nothing to write.") {
      WritesNothingOfNothing()
    },
  ])
