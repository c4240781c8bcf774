import Foundation
public import WorkbookKit

extension Chapter {
  /// Many rows: what they cost, and what goes past the contexts.
  public static let volume = Chapter(
    "volume", number: 12, title: "Volume",
    summary:
      "What many rows cost in memory and in trips, and what a batch does that no context hears of.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .growingImport, .batchInsertUnseen, .batchInsertInvalid, .nPlusOne, .idsFirst,
      .batchInsertTwice, .deleteByHand, .movingPages, .lateFetch, .shippedDatabase,
      .unnoticedSave, .lazyList,
    ],
    exercises: ["search-as-you-type", "room-overview", "old-messages"],
    glossary: [
      Term("prefetching", "Loading what is behind a relationship of many objects in one trip."),
      Term(
        "configuration", "A named part of a model's entities, to which a store can be limited."),
      Term(
        "fetched property",
        "A request under the name of a property; it may ask for values of its object."),
      Term("cycle", "Objects that hold each other, so that none of them is ever let go."),
    ])
}
