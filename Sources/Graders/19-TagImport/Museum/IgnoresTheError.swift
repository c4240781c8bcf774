import CoreData
import Foundation
import TagImport
import WorkbookKit

/// One context, and errors are printed.
final class IgnoresTheError: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because its context is used in its blocks only.
  private let context = NSManagedObjectContext(.privateQueue)

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    context.persistentStoreCoordinator = coordinator
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = context
    context.perform {
      do {
        for item in delivery {
          let note = Note(context: context)
          note.text = item.text
          note.tag = try context.tag(item.tag)
        }
        try context.save()
        done(nil)
      } catch {
        context.rollback()
        print(error)
        done(nil)
      }
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func tag(_ name: String) throws -> Tag {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", name)
    if let tag = try fetch(request).first { return tag }
    let tag = Tag(context: self)
    tag.name = name
    return tag
  }
}
