import CoreData
import MissingReplies
import WorkbookKit

extension Answer {
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
