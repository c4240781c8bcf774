import CoreData
import Interleaving
import WorkbookKit

private let outcomes: [Outcome] = [
  .allowed("imported", "Each note is stored with its tag, and each tag is there once."),
  .forbidden("two-tags", "A tag is there twice."),
  .forbidden("tag-lost", "The store has not the tags that it is to have."),
  .forbidden("recoloured", "A tag has not the colour that a reader has given it."),
  .forbidden("note-lost", "A note is missing that was said to be stored."),
  .forbidden("note-twice", "A note is stored more often than it was delivered."),
  .forbidden("untagged", "A note has no tag, or another one than it was delivered with."),
  .forbidden("refused", "An error was told of a delivery in which nothing was wrong."),
  .forbidden("error-swallowed", "A delivery could not be stored, and no error was told."),
  .forbidden("half-stored", "An error was told of a delivery, and the store has some of it."),
  .forbidden("said-too-soon", "A delivery was said to be stored, and it was not."),
  .forbidden("not-told", "Of one delivery nothing was ever told."),
  .forbidden("told-twice", "Of one delivery something was told twice."),
]

/// Deliveries come at the same time, each from an importer with a thread of its own. Whether the store
/// has it when it is said to is looked at in the other trials, where nothing else goes on.
///
///     mail                    chat
///     store(...)              store(...)
func importing(
  _ id: String, colours: [String: String] = [:], _ deliveries: [Item]...
) -> Trial<any ImportsDeliveries> {
  Trial(
    id, outcomes: outcomes,
    meanwhile: "two threads call store, each with one note for the same tag. The store has another "
      + "tag, which has a colour."
  ) { answer, runtime in
    let library = try Library(runtime, answer, colours: colours, looksWhenTold: false)
    for (importer, items) in zip(["mail", "chat"], deliveries) {
      runtime.thread(importer) { library.deliver(items) }
    }
    runtime.atEnd { runtime.outcome(try library.outcome()) }
  }
}

/// One delivery, and nothing else.
func delivering(
  _ id: String, colours: [String: String] = [:], _ items: [Item]
) -> Trial<any ImportsDeliveries> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let library = try Library(runtime, answer, colours: colours)
    runtime.thread("mail") { library.deliver(items) }
    runtime.atEnd { runtime.outcome(try library.outcome()) }
  }
}

/// Between two deliveries a reader gives the tag of the first one another colour.
func recolouring(
  _ id: String, _ first: [Item], _ colour: String, _ second: [Item]
) -> Trial<any ImportsDeliveries> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let library = try Library(runtime, answer, colours: [first[0].tag: "grey"])
    runtime.thread("mail") {
      library.deliver(first) {
        runtime.main.async {
          library.paint(first[0].tag, colour)
          library.deliver(second)
        }
      }
    }
    runtime.atEnd { runtime.outcome(try library.outcome()) }
  }
}

/// Two importers deliver the same new tag. When the first one was told, a reader gives it a colour.
func colouringNew(
  _ id: String, _ first: [Item], _ colour: String, _ second: [Item]
) -> Trial<any ImportsDeliveries> {
  let refused = Outcome.interesting("refused", "The save met the reader's, and an error was told.")
  return Trial(
    id, outcomes: outcomes.filter { $0.name != "refused" } + [refused],
    meanwhile: "two threads call store, each with a note for the same new tag, and a reader "
      + "colours it when the first one was told."
  ) { answer, runtime in
    let library = try Library(runtime, answer, looksWhenTold: false)
    runtime.thread("mail") {
      library.deliver(first) {
        runtime.main.async { library.paintMeanwhile(first[0].tag, colour) }
      }
    }
    runtime.thread("chat") { library.deliver(second) }
    runtime.atEnd { runtime.outcome(try library.outcome()) }
  }
}

/// A reader gives the tag another colour while the delivery is stored.
func recolouringMeanwhile(
  _ id: String, _ items: [Item], _ colour: String
) -> Trial<any ImportsDeliveries> {
  let refused = Outcome.interesting("refused", "The save met the reader's, and an error was told.")
  return Trial(
    id, outcomes: outcomes.filter { $0.name != "refused" } + [refused],
    meanwhile: "a reader gives the tag another colour while the delivery is stored."
  ) { answer, runtime in
    let library = try Library(
      runtime, answer, colours: [items[0].tag: "grey"], looksWhenTold: false)
    runtime.thread("mail") { library.deliver(items) }
    runtime.thread("reader") { library.paintMeanwhile(items[0].tag, colour) }
    runtime.atEnd { runtime.outcome(try library.outcome()) }
  }
}

/// The second delivery comes when the first one was told of, also if that one was refused.
func following(
  _ id: String, colours: [String: String] = [:], _ first: [Item], _ second: [Item]
) -> Trial<any ImportsDeliveries> {
  Trial(id, outcomes: outcomes) { answer, runtime in
    let library = try Library(runtime, answer, colours: colours)
    runtime.thread("mail") {
      library.deliver(first) {
        runtime.main.async { library.deliver(second) }
      }
    }
    runtime.atEnd { runtime.outcome(try library.outcome()) }
  }
}
