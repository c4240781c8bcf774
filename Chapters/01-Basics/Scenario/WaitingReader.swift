import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X17: a screen that stands still because another context saves.
  static let waitingReader = Scenario(
    "basics/waiting-reader", title: "Waiting for another's save",
    question: "The import saves in the background. Can main, which only reads, be held up by it?",
    outcomes: [
      .allowed("smooth", "Main had its messages within a frame."),
      .forbidden("frozen", "Main waited for the save of the import, longer than a frame."),
    ],
    variants: [
      .bug(
        "one request at a time",
        idea: "A classic coordinator serves the fetch of main only when the long save is over.",
        expecting: .failing(1, of: 2), lookAt: [".classic", "view.fetch"]
      ) { runtime in
        let chat = try Import(runtime, .classic)
        let view = chat.view

        chat.imports.perform { chat.save(chat.messages) }
        try chat.screen.turn { _ = try view.fetch(.allMessages) }
        runtime.atEnd { runtime.outcome(chat.verdict) }
      },
      .fix(
        "readers beside a writer",
        idea: "A pooled coordinator lets main read the rows as they were before the save.",
        expecting: .passing(2), lookAt: [".pooled"]
      ) { runtime in
        let chat = try Import(runtime, .pooled)
        let view = chat.view

        chat.imports.perform { chat.save(chat.messages) }
        try chat.screen.turn { _ = try view.fetch(.allMessages) }
        runtime.atEnd { runtime.outcome(chat.verdict) }
      },
      .fix(
        "read beforehand", named: "prefetch",
        idea: "Main fetched realised objects earlier: reading them takes no trip.",
        expecting: .passing(1), lookAt: ["returnsObjectsAsFaults", "map(\\.text)"]
      ) { runtime in
        let chat = try Import(runtime, .classic)
        let request = NSFetchRequest.allMessages
        request.returnsObjectsAsFaults = false
        let messages = try chat.view.fetch(request)

        chat.imports.perform { chat.save(chat.messages) }
        chat.screen.turn { _ = messages.map(\.text) }
        runtime.atEnd { runtime.outcome(chat.verdict) }
      },
      .fix(
        "smaller saves", named: "pages",
        idea: "The import saves five messages, lets main have its turn, and goes on.",
        expecting: .passing(2), lookAt: ["view.perform"]
      ) { runtime in
        let chat = try Import(runtime, .classic)
        let view = chat.view

        func save(from start: Int) {
          if start == chat.messages.count { return }
          chat.imports.perform {
            chat.save(Array(chat.messages[start..<(start + 5)]))
            view.perform { save(from: start + 5) }
          }
        }
        save(from: 0)
        try chat.screen.turn { _ = try view.fetch(.allMessages) }
        runtime.atEnd { runtime.outcome(chat.verdict) }
      },
      Variant(
        "stale", "with a staleness interval",
        idea: "The interval says how old a cached row may be. A fetch goes to the store anyway.",
        expecting: .failing(1, of: 2), lookAt: ["stalenessInterval"]
      ) { runtime in
        let chat = try Import(runtime, .classic)
        let view = chat.view
        view.stalenessInterval = 60

        chat.imports.perform { chat.save(chat.messages) }
        try chat.screen.turn { _ = try view.fetch(.allMessages) }
        runtime.atEnd { runtime.outcome(chat.verdict) }
      },
      Variant(
        "background", "main asks a background context",
        idea: "The fetch has a queue of its own, and main waits for that queue.",
        expecting: .failing(2, of: 3), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try Import(runtime, .classic)
        let reader = chat.context("reader")

        chat.imports.perform { chat.save(chat.messages) }
        try chat.screen.turn {
          _ = try reader.performAndWait { try reader.fetch(.allMessages).map(\.text) }
        }
        runtime.atEnd { runtime.outcome(chat.verdict) }
      },
    ])
}

/// An import of twenty messages, each of which takes a millisecond to write.
private final class Import {
  let screen: Screen
  let view: NSManagedObjectContext
  let imports: NSManagedObjectContext
  let messages = (1...20).map { "Message \($0)" }
  private let runtime: Runtime
  private let chat: ChatStack

  init(_ runtime: Runtime, _ mode: CoreDataBehaviour.CoordinatorMode) throws {
    self.runtime = runtime
    chat = try ChatStack(.sqlite) {
      $0.coordinatorMode = mode
      $0.storeCosts.rowSaved = .milliseconds(1)
    }
    try chat.addRoom("Harbour", messages: ["Hello"])
    screen = Screen(runtime)
    view = chat.viewContext
    imports = chat.backgroundContext("import")
  }

  /// A further context on the coordinator.
  func context(_ name: String) -> NSManagedObjectContext { chat.backgroundContext(name) }

  func save(_ texts: [String]) {
    for text in texts {
      let message = Message(context: imports)
      message.text = text
    }
    do { try imports.save() } catch { runtime.note("import", "cannot save: \(error)") }
  }

  var verdict: String { screen.isSmooth ? "smooth" : "frozen" }
}
