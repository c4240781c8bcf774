import CoreData
import Foundation
import TagImport
import WorkbookKit

/// One context; the tags are looked for in one block, and made in the next.
final class LooksAndMakesInTurn: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because its context is used in its blocks only.
  private let context = NSManagedObjectContext(.privateQueue)

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    context.persistentStoreCoordinator = coordinator
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = context
    context.perform {
      let request = NSFetchRequest<Tag>(entityName: "Tag")
      let names = (try? context.fetch(request).map(\.name)) ?? []
      context.perform {
        do {
          for name in Set(delivery.map(\.tag)).sorted() where !names.contains(name) {
            Tag(context: context).name = name
          }
          for item in delivery {
            let note = Note(context: context)
            note.text = item.text
            note.tag = try context.tag(item.tag)
          }
          try context.save()
          done(nil)
        } catch {
          context.rollback()
          done(error)
        }
      }
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func tag(_ name: String) throws -> Tag? {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try fetch(request).first
  }
}
