import CoreData
import Foundation
import Synchronization
import TagImport
import WorkbookKit

/// Lets its old row win over whatever a reader has saved meanwhile.
final class OverwritesTheRow: ImportsDeliveries {
  private let writer = Mutex<NSManagedObjectContext?>(nil)

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    // A new note raises the version of its tag, so that a reader who has just chosen a colour would
    // have the delivery refused. We set no colour, and the notes are to be stored in any case.
    context.mergePolicy = NSMergePolicy.overwrite
    writer.withLock { $0 = context }
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    guard let context = writer.withLock({ $0 }) else { return }
    context.perform {
      do {
        for item in delivery {
          let tag = try context.tag(item.tag)
          let note = Note(context: context)
          note.text = item.text
          note.tag = tag
        }
        try context.save()
        done(nil)
      } catch {
        // Nothing of it is left for the next one's save.
        context.rollback()
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
