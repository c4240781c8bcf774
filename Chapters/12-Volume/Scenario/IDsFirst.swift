import CoreData
import Foundation
import Interleaving
import WorkbookKit

extension Scenario {
  /// A search in the background hands IDs to main, and a row may be gone by then.
  static let idsFirst = Scenario(
    "volume/ids-first", title: "IDs first",
    question: "A search finds sixty messages, the screen has room for ten, a sync deletes one.",
    outcomes: [
      .allowed("smooth", "The screen shows what it can, and no turn was longer than a frame."),
      .forbidden("frozen", "Main was blocked for longer than a frame."),
      .forbidden("blank", "The screen shows a row without a text: the message is gone."),
    ],
    variants: [
      .bug(
        "one big query on main",
        idea: "Main searches, sorts and loads all that is found.",
        expecting: .failing(2, of: 2), lookAt: ["view.fetch"]
      ) { runtime in
        let talk = try FerryTalk(runtime)
        let view = talk.chat.viewContext

        talk.syncDeletesOne()
        view.perform {
          talk.draw { try view.fetch(talk.search()).prefix(10).map(\.text) }
        }
        runtime.atEnd { runtime.outcome(talk.judged) }
      },
      .fix(
        "IDs, then one query for what is visible",
        idea: "The background searches, and main asks for the ten rows that it draws.",
        expecting: .passing(3), lookAt: ["searcher.ids", "IN %@"]
      ) { runtime in
        let talk = try FerryTalk(runtime)
        let view = talk.chat.viewContext
        let searcher = talk.chat.backgroundContext("search")

        talk.syncDeletesOne()
        searcher.perform {
          let found = (try? searcher.ids(of: talk.search())) ?? []
          view.perform {
            talk.draw {
              let visible = talk.search()
              visible.predicate = NSPredicate(format: "SELF IN %@", Array(found.prefix(10)))
              return try view.fetch(visible).map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(talk.judged) }
      },
      .fix(
        "IDs, then ten objects that exist", named: "existing",
        idea: "Ten small trips, and an error for the row that is gone.",
        expecting: .passing(12), lookAt: ["existingObject"]
      ) { runtime in
        let talk = try FerryTalk(runtime)
        let view = talk.chat.viewContext
        let searcher = talk.chat.backgroundContext("search")

        talk.syncDeletesOne()
        searcher.perform {
          let found = (try? searcher.ids(of: talk.search())) ?? []
          view.perform {
            talk.draw {
              found.prefix(10).compactMap { try? view.existingObject(with: $0) as? Message }
                .map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(talk.judged) }
      },
      Variant(
        "faults", "IDs, then ten faults",
        idea: "A fault is made for any ID, and finds out that its row is gone when it is read.",
        expecting: .failing(1, of: 12), lookAt: ["object(with:"]
      ) { runtime in
        let talk = try FerryTalk(runtime)
        let view = talk.chat.viewContext
        let searcher = talk.chat.backgroundContext("search")

        talk.syncDeletesOne()
        searcher.perform {
          let found = (try? searcher.ids(of: talk.search())) ?? []
          view.perform {
            talk.draw {
              found.prefix(10).compactMap { view.object(with: $0) as? Message }.map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(talk.judged) }
      },
      Variant(
        "all", "IDs, then all objects",
        idea: "The search has left main, and its sixty rows are loaded there all the same.",
        expecting: .failing(62, of: 62), lookAt: ["existingObject"]
      ) { runtime in
        let talk = try FerryTalk(runtime)
        let view = talk.chat.viewContext
        let searcher = talk.chat.backgroundContext("search")

        talk.syncDeletesOne()
        searcher.perform {
          let found = (try? searcher.ids(of: talk.search())) ?? []
          view.perform {
            talk.draw {
              found.compactMap { try? view.existingObject(with: $0) as? Message }
                .prefix(10).map(\.text)
            }
          }
        }
        runtime.atEnd { runtime.outcome(talk.judged) }
      },
      Variant(
        "waited", "IDs, while main waits",
        idea: "The query runs elsewhere, and main is away for as long as it takes.",
        expecting: .failing(12, of: 12), lookAt: ["performAndWait"]
      ) { runtime in
        let talk = try FerryTalk(runtime)
        let view = talk.chat.viewContext
        let searcher = talk.chat.backgroundContext("search")

        talk.syncDeletesOne()
        view.perform {
          talk.draw {
            let found = try searcher.performAndWait { try searcher.ids(of: talk.search()) }
            return found.prefix(10).compactMap { try? view.existingObject(with: $0) as? Message }
              .map(\.text)
          }
        }
        runtime.atEnd { runtime.outcome(talk.judged) }
      },
    ])
}

/// A long talk in which sixty messages speak of the ferry, and a list of what a search found.
private final class FerryTalk: @unchecked Sendable {
  // @unchecked Sendable because only main draws.
  let chat: ChatStack
  private let runtime: Runtime
  private let screen: Screen
  private let first: NSManagedObjectID
  private var rows: [String] = []

  init(_ runtime: Runtime) throws {
    self.runtime = runtime
    screen = Screen(runtime)
    chat = try ChatStack(.sqlite) { $0.storeCosts.rowRead = .microseconds(400) }
    let talk = (0..<60).map { "The ferry at \($0)" }
    try chat.addRoom("Harbour", messages: talk + ["Good night"])
    first = try chat.stored { context in
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "position == 0")
      return try context.fetch(request)[0].objectID
    }
  }

  /// What the user is looking for, in order.
  func search() -> NSFetchRequest<Message> {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "text CONTAINS[cd] %@", "ferry")
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    request.returnsObjectsAsFaults = false
    return request
  }

  func syncDeletesOne() {
    let (sync, id) = (chat.backgroundContext("sync"), first)
    sync.perform {
      attempt {
        sync.delete(try sync.existingObject(with: id))
        try sync.save()
      }
    }
  }

  /// Draws the list in one turn of main.
  func draw(_ list: () throws -> [String]) {
    screen.turn { attempt { rows = try list() } }
  }

  var judged: String {
    if rows.contains("") { return "blank" }
    return screen.isSmooth && rows.count >= 9 ? "smooth" : "frozen"
  }
}

extension NSManagedObjectContext {
  /// What a request finds, as IDs. To be called on this context's queue.
  fileprivate func ids(of request: NSFetchRequest<Message>) throws -> [NSManagedObjectID] {
    let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Message")
    ids.predicate = request.predicate
    ids.sortDescriptors = request.sortDescriptors
    ids.resultType = .managedObjectIDResultType
    ids.includesPropertyValues = false
    return try fetch(ids)
  }
}
