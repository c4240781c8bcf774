import Foundation
public import WorkbookKit

extension Chapter {
  /// What the stack is made of, and what one context costs.
  public static let basics = Chapter(
    "basics", number: 1, title: "Basics",
    summary: "What the stack is made of, when something is on the disk, and what main pays.",
    lesson: { Bundle.module.url(forResource: "Lesson", withExtension: "md") },
    scenarios: [
      .stuckMain, .oneByOne, .unsaved, .saveOften, .ignoredError, .deadContext, .slowFetch,
      .waitingReader,
    ],
    exercises: ["import-history", "refused-rename"],
    glossary: [
      Term(
        "managed object context",
        "A scratch pad on one queue: at most one object for each ID, and the changes to them."),
      Term("managed object", "A record in memory. It belongs to one context and to its queue."),
      Term(
        "object ID",
        "Who an object is: store, entity and key. Any thread may hold it and compare it."),
      Term(
        "coordinator",
        "Takes the requests of many contexts to the stores. Every root context "
          + "stands on one."),
      Term("store", "A place for rows: a SQLite database, a file, or memory only."),
      Term("model", "The entities, their attributes and relationships. Fixed once it is in use."),
      Term("perform", "Appends a block to a context's queue and goes on; it never runs inline."),
      Term(
        "performAndWait",
        "Runs a block in its turn on a context's queue, while the caller stands still."),
      Term(
        "virtual time",
        "The time that a run would take by a price list, one clock a thread; it costs no real time."
      ),
      Term("fault", "An object without its values. It fetches them when they are first needed."),
      Term(
        "realised",
        "Said of an object whose values have been read: it keeps them until it is told otherwise."),
      Term("snapshot", "The values an object had when its context last read or saved it."),
      Term(
        "row cache",
        "Rows of objects that contexts hold, kept by the store for all contexts above it."),
      Term("change tracking", "How a context knows what was inserted, updated and deleted."),
      Term("save", "Writes what is pending one level up, all of it or nothing."),
      Term(
        "merge policy",
        "What a save does if the row was changed since it was read; by default it is refused."),
      Term(
        "refresh",
        "Has an object read its row again: with merging below its edits, without it instead of them."
      ),
      Term("reset", "Makes a context forget all its objects, saved or not."),
      Term(
        "staleness interval",
        "How old a row of the row cache may be when a fault fires; by default of any age."),
      Term("classic coordinator", "Serves one request at a time, as before iOS 10."),
      Term("pooled coordinator", "Lets readers work beside one writer, as since iOS 10."),
    ])
}
