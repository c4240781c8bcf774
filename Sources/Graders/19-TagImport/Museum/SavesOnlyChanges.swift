import CoreData
import Foundation
import TagImport
import WorkbookKit

/// Saves, and tells, only if there is something to save.
final class SavesOnlyChanges: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the writer is set before anything is delivered.
  private var writer: NSManagedObjectContext!

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = coordinator
    writer.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let writer = self.writer!
    writer.perform {
      defer { writer.reset() }
      do {
        for item in delivery {
          let note = Note(context: writer)
          note.text = item.text
          note.tag = try writer.tag(item.tag)
        }
        guard writer.hasChanges else { return }
        try writer.save()
        done(nil)
      } catch {
        done(error)
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
