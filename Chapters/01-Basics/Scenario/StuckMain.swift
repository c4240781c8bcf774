import CoreData
import Interleaving
import WorkbookKit

extension Scenario {
  /// The whole app on one context, and an import in it.
  static let stuckMain = Scenario(
    "basics/stuck-main", title: "One context for everything",
    question: "The app has one context, on main. What does an import do to the screen?",
    outcomes: [
      .allowed("smooth", "All messages arrived, and no turn of main took longer than a frame."),
      .forbidden("frozen", "Main was blocked for longer than a frame: the screen froze."),
      .forbidden("incomplete", "Not all messages arrived."),
    ],
    variants: [
      .bug(
        "the import runs on main",
        idea: "One turn of the main queue inserts and saves page after page.",
        expecting: .failing(1, of: 1), lookAt: ["view.insert", "view.save"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let screen = Screen(runtime)
        let view = chat.viewContext

        try screen.turn {
          for page in Server.pages {
            view.insert(page)
            try view.save()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.judged(by: screen)) }
      },
      .fix(
        "a context of its own",
        idea: "A private-queue context imports beside the view context, which goes on reading.",
        expecting: .passing(5), lookAt: ["backgroundContext", "imports.perform"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let screen = Screen(runtime)
        let view = chat.viewContext
        let imports = chat.backgroundContext("import")

        imports.perform {
          do {
            for page in Server.pages {
              imports.insert(page)
              try imports.save()
            }
          } catch { runtime.note("import", "stops: \(error)") }
        }
        let shown = try screen.turn { try view.count(for: .allMessages) }
        runtime.note("screen", "shows \(shown) messages for now")
        runtime.atEnd { runtime.outcome(try chat.judged(by: screen)) }
      },
      .fix(
        "one page a turn", named: "batches",
        idea: "The import stays on main, and each page asks for the next when it is saved.",
        expecting: .passing(1), lookAt: ["view.perform", "save(from:"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let screen = Screen(runtime)
        let view = chat.viewContext

        // Four blocks at once would run in one pass of the main queue, without a frame between.
        func save(from number: Int) {
          if number == Server.pages.count { return }
          view.perform {
            screen.turn { attempt { try view.importPage(Server.pages[number]) } }
            save(from: number + 1)
          }
        }
        save(from: 0)
        runtime.atEnd { runtime.outcome(try chat.judged(by: screen)) }
      },
      Variant(
        "later", "the same, a little later",
        idea: "The import is a block on main: it waits until main is free, and keeps it then.",
        expecting: .failing(1, of: 1), lookAt: ["view.perform"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let screen = Screen(runtime)
        let view = chat.viewContext

        view.perform {
          screen.turn {
            do {
              for page in Server.pages {
                view.insert(page)
                try view.save()
              }
            } catch { runtime.note("import", "stops: \(error)") }
          }
        }
        runtime.atEnd { runtime.outcome(try chat.judged(by: screen)) }
      },
      Variant(
        "thread", "the view context on a background thread",
        idea: "The work has left main, and its context has not: it belongs to the main queue.",
        expecting: .failing(1, of: 1), lookAt: ["runtime.thread"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let screen = Screen(runtime)
        let view = chat.viewContext

        runtime.thread("import") {
          for page in Server.pages {
            view.insert(page)
            try view.save()
          }
        }
        runtime.atEnd { runtime.outcome(try chat.judged(by: screen)) }
      },
      Variant(
        "wait", "a context of its own, waited for",
        idea: "The import has its own queue, and main stands beside it until it is done.",
        expecting: .failing(1, of: 1), lookAt: ["performAndWait"]
      ) { runtime in
        let chat = try ChatStack(.sqlite)
        let screen = Screen(runtime)
        let imports = chat.backgroundContext("import")

        try screen.turn {
          try imports.performAndWait {
            for page in Server.pages {
              imports.insert(page)
              try imports.save()
            }
          }
        }
        runtime.atEnd { runtime.outcome(try chat.judged(by: screen)) }
      },
    ])
}

extension ChatStack {
  fileprivate func judged(by screen: Screen) throws -> String {
    let arrived = try stored { try $0.count(for: .allMessages) }
    if arrived < Server.messageCount { return "incomplete" }
    return screen.isSmooth ? "smooth" : "frozen"
  }
}
