import CoreData
import MissingReplies
import WorkbookKit

/// Takes an object for each ID, whether there is a row or not.
final class TakesThemAsTheyAre: ShowsReplies {
  private var replies: [Message] = []
  private var store: Store!
  private var sync: Sync!

  func open(_ view: NSManagedObjectContext, _ server: any ReplyServer) {
    store = Store(view)
    sync = Sync(store, server)
    replies = store.allReplies()
  }

  func refresh(done: @escaping () -> Void) {
    sync.run(onPage: { ids in self.show(ids) }, done: done)
  }

  var texts: [String] { replies.map(\.text) }

  /// What has come is shown below what is there.
  private func show(_ ids: [NSManagedObjectID]) {
    replies += store.replies(with: ids)
  }
}
// FILE: ReplyStore.swift

extension TakesThemAsTheyAre {
  /// What the list and the sync know of Core Data.
  final class Store {
    let view: NSManagedObjectContext

    init(_ view: NSManagedObjectContext) { self.view = view }

    // MARK: For the list, on main

    func allReplies() -> [Message] {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.includesPendingChanges = false
      return (try? view.fetch(request)) ?? []
    }

    /// Those that are there.
    func replies(with ids: [NSManagedObjectID]) -> [Message] {
      ids.compactMap { view.object(with: $0) as? Message }
    }

    // MARK: For the sync, in a block of its context

    func newContext() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = view.persistentStoreCoordinator
      context.name = "sync"
      return context
    }

    func isNew(_ text: String, in context: NSManagedObjectContext) -> Bool {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "text == %@", text)
      return (try? context.count(for: request)) == 0
    }

    func insert(_ texts: [String], into context: NSManagedObjectContext) -> [Message] {
      texts.map { text in
        let message = Message(context: context)
        message.text = text
        return message
      }
    }
  }
}
// FILE: ReplySync.swift

extension TakesThemAsTheyAre {
  /// Stores what the server has, and the store has not.
  final class Sync {
    private let store: Store
    private let server: any ReplyServer

    init(_ store: Store, _ server: any ReplyServer) {
      (self.store, self.server) = (store, server)
    }

    /// `onPage` and `done` are called on main.
    func run(onPage: @escaping ([NSManagedObjectID]) -> Void, done: @escaping () -> Void) {
      let (view, context) = (store.view, store.newContext())
      context.perform {
        for page in self.server.pages { self.take(page, into: context, onPage) }
        view.perform { done() }
      }
    }

    /// A page that the store refuses is left out, and all others are taken.
    private func take(
      _ page: [String], into context: NSManagedObjectContext,
      _ onPage: @escaping ([NSManagedObjectID]) -> Void
    ) {
      let texts = page.filter { store.isNew($0, in: context) }
      if texts.isEmpty { return }
      let new = store.insert(texts, into: context)
      let ids = new.map(\.objectID)
      do {
        try context.save()
        store.view.perform { onPage(ids) }
      } catch {
        context.rollback()
      }
    }
  }
}
