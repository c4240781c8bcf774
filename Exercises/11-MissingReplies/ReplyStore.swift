import CoreData
import MissingReplies
import WorkbookKit

extension Answer {
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
      ids.compactMap { try? view.existingObject(with: $0) as? Message }
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
