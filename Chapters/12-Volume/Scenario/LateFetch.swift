import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// T1, T3, T4: an asynchronous fetch whose user does not wait for it.
  static let lateFetch = Scenario(
    "volume/late-fetch", title: "The search that was given up",
    question: "A search runs beside main, and its user taps Cancel. What does the screen show?",
    outcomes: [
      .allowed("found", "The messages were shown, and then the list was cleared."),
      .allowed("cancelled", "The list is empty, and the screen does not wait any more."),
      .forbidden("spinning", "The screen still waits for a search that has ended."),
      .forbidden("late", "The list was cleared, and then filled with what the search found."),
    ],
    variants: [
      .bug(
        "only results are an end",
        idea: "A fetch that was cancelled ends with an error, and the screen looks for results.",
        expecting: .failing(2, of: 3), lookAt: ["finalResult", "cancel()"]
      ) { runtime in
        let screen = try SearchScreen(runtime)
        let view = screen.chat.viewContext
        var search: NSPersistentStoreAsynchronousResult?

        view.performAndWait {
          screen.isWaiting = true
          search = view.search { result in
            guard let found = result.finalResult else { return }
            screen.isWaiting = false
            screen.show(found)
          }
        }
        screen.onCancel {
          search?.cancel()
          screen.clear()
        }
        runtime.atEnd { runtime.outcome(screen.judged) }
      },
      .fix(
        "an error is an end, too",
        idea: "Whatever the end, the screen stops waiting. Then it looks for results.",
        expecting: .passing(3), lookAt: ["isWaiting = false", "finalResult"]
      ) { runtime in
        let screen = try SearchScreen(runtime)
        let view = screen.chat.viewContext
        var search: NSPersistentStoreAsynchronousResult?

        view.performAndWait {
          screen.isWaiting = true
          search = view.search { result in
            screen.isWaiting = false
            guard let found = result.finalResult else { return }
            screen.show(found)
          }
        }
        screen.onCancel {
          search?.cancel()
          screen.clear()
        }
        runtime.atEnd { runtime.outcome(screen.judged) }
      },
      .fix(
        "the screen says that it has given up", named: "flag",
        idea: "The search runs to its end, and its results are thrown away.",
        expecting: .passing(2), lookAt: ["isWaiting else"]
      ) { runtime in
        let screen = try SearchScreen(runtime)
        let view = screen.chat.viewContext

        view.performAndWait {
          screen.isWaiting = true
          _ = view.search { result in
            guard screen.isWaiting else { return }
            screen.isWaiting = false
            screen.show(result.finalResult ?? [])
          }
        }
        screen.onCancel {
          screen.isWaiting = false
          screen.clear()
        }
        runtime.atEnd { runtime.outcome(screen.judged) }
      },
      Variant(
        "clears", "the list is cleared, and the search goes on",
        idea: "The results come when they come, and are shown.",
        expecting: .failing(1, of: 2), lookAt: ["clear"]
      ) { runtime in
        let screen = try SearchScreen(runtime)
        let view = screen.chat.viewContext

        view.performAndWait {
          screen.isWaiting = true
          _ = view.search { result in
            screen.isWaiting = false
            screen.show(result.finalResult ?? [])
          }
        }
        screen.onCancel { screen.clear() }
        runtime.atEnd { runtime.outcome(screen.judged) }
      },
      Variant(
        "reset", "the context is reset",
        idea: "A reset forgets objects, and not what is on its way.",
        expecting: .failing(1, of: 2), lookAt: ["reset()"]
      ) { runtime in
        let screen = try SearchScreen(runtime)
        let view = screen.chat.viewContext

        view.performAndWait {
          screen.isWaiting = true
          _ = view.search { result in
            screen.isWaiting = false
            screen.show(result.finalResult ?? [])
          }
        }
        screen.onCancel {
          view.reset()
          screen.clear()
        }
        runtime.atEnd { runtime.outcome(screen.judged) }
      },
      Variant(
        "given-up", "a context of its own is let go",
        idea: "The context is gone, and a search without one ends with an error here.",
        expecting: .failing(1, of: 2), lookAt: ["searcher = nil"]
      ) { runtime in
        let screen = try SearchScreen(runtime)
        let view = screen.chat.viewContext
        var searcher: NSManagedObjectContext? = screen.newContext()

        view.performAndWait {
          screen.isWaiting = true
          _ = searcher?.search { result in
            guard let found = result.finalResult else { return }
            screen.isWaiting = false
            screen.show(found)
          }
        }
        screen.onCancel {
          searcher = nil
          screen.clear()
        }
        runtime.atEnd { runtime.outcome(screen.judged) }
      },
    ])
}

/// A screen that searches, and is used on main only.
private final class SearchScreen: @unchecked Sendable {
  // @unchecked Sendable because only main uses it.
  let chat: ChatStack
  var isWaiting = false
  private let runtime: Runtime
  private var rows: [String] = []
  private var hasShown = false
  private var isCleared = false

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    chat = try ChatStack()
    try chat.addRoom("Harbour", messages: ["The ferry is late"])
  }

  /// One more context on main, which only its user keeps.
  func newContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = chat.coordinator
    context.name = "searcher"
    return context
  }

  func show(_ found: [Message]) {
    rows = found.map(\.text)
    hasShown = true
    runtime.note("screen", "shows \(rows.count) messages")
  }

  func clear() {
    rows = []
    isCleared = true
    runtime.note("screen", "is cleared")
  }

  /// The user taps Cancel some time behind the search.
  func onCancel(_ block: @escaping () -> Void) {
    let view = chat.viewContext
    runtime.uncheckedThread("finger") { view.perform(block) }
  }

  var judged: String {
    if !rows.isEmpty { return "late" }
    return isWaiting ? "spinning" : hasShown ? "found" : "cancelled"
  }
}

extension NSManagedObjectContext {
  /// Looks for messages about the ferry, beside this context's queue.
  fileprivate func search(
    _ completion: @escaping (NSAsynchronousFetchResult<Message>) -> Void
  ) -> NSPersistentStoreAsynchronousResult? {
    let messages = NSFetchRequest<Message>(entityName: "Message")
    messages.predicate = NSPredicate(format: "text CONTAINS %@", "ferry")
    let request = NSAsynchronousFetchRequest(
      fetchRequest: messages, completionBlock: completion)
    return try? execute(request) as? NSPersistentStoreAsynchronousResult
  }
}
