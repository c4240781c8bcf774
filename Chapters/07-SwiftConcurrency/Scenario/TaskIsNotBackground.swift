import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// X37: a task says nothing about where a context's work is done.
  static let taskIsNotBackground = Scenario(
    "swift-concurrency/task-is-not-background", title: "A task is not the background",
    question: "The import was moved into a task. Why does the screen still stand still?",
    outcomes: [
      .allowed("smooth", "All messages arrived, and no turn of main took longer than a frame."),
      .forbidden("frozen", "Main was blocked for longer than a frame: the screen froze."),
    ],
    variants: [
      .bug(
        "a task around it",
        idea: "A task that is started on the main actor stays there, and its import with it.",
        expecting: .failing(1, of: 1), lookAt: ["@MainActor", "view.insert"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext

        // What Task { ... } is in a view or a view controller: it inherits the main actor.
        runtime.task("import") { @MainActor in
          for page in Server.pages { try view.importPage(page) }
        }
        runtime.atEnd { runtime.outcome(runtime.isSmooth ? "smooth" : "frozen") }
      },
      .fix(
        "a background context does it",
        idea: "Where the work is done is said by the context; the task only awaits it.",
        expecting: .passing(1), lookAt: ["await imports.perform"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let imports = chat.backgroundContext("import")

        runtime.task("import") { @MainActor in
          try await imports.perform {
            for page in Server.pages { try imports.importPage(page) }
          }
          runtime.note("screen", "hears that it is done")
        }
        runtime.atEnd { runtime.outcome(runtime.isSmooth ? "smooth" : "frozen") }
      },
      Variant(
        "detached", "a detached task that performs",
        idea:
          "The task has left main, and perform takes the work back to the context's queue: main.",
        expecting: .failing(1, of: 1), lookAt: ["view.perform"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext

        Task.detached {
          try await view.perform {
            for page in Server.pages { try view.importPage(page) }
          }
        }
        runtime.atEnd { runtime.outcome(runtime.isSmooth ? "smooth" : "frozen") }
      },
      Variant(
        "direct", "a detached task, without perform",
        idea: "The work has left main for good, and the context has not.",
        expecting: .failing(1, of: 1), lookAt: ["Task.detached", "view.importPage"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext

        Task.detached {
          for page in Server.pages { try view.importPage(page) }
        }
        runtime.atEnd { runtime.outcome("smooth") }
      },
      .fix(
        "one page a turn", named: "yields",
        idea: "It stays on main, and lets main draw after each page.",
        expecting: .passing(1), lookAt: ["Task.yield"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let view = chat.viewContext

        runtime.task("import") { @MainActor in
          for page in Server.pages {
            try view.importPage(page)
            await Task.yield()
          }
        }
        runtime.atEnd { runtime.outcome(runtime.isSmooth ? "smooth" : "frozen") }
      },
    ])
}

/// What the server has for a member who signs in for the first time.
private enum Server {
  static let pages = (0..<4).map { page in (1...20).map { "Message \(page * 20 + $0)" } }
}

extension Runtime {
  /// Whether main was never blocked for longer than a frame.
  fileprivate var isSmooth: Bool { longestMainStall <= Screen.frame }
}

extension NSManagedObjectContext {
  fileprivate func importPage(_ page: [String]) throws {
    for text in page {
      let message = Message(context: self)
      message.text = text
    }
    try save()
  }
}
