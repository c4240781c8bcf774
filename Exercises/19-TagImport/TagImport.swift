import CoreData
import Foundation
import Synchronization
import TagImport
import WorkbookKit

/// Each delivery has a context of its own, which looks for a tag and makes it if need be.
final class Answer: ImportsDeliveries {
  private let coordinator = Mutex<NSPersistentStoreCoordinator?>(nil)

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) {
    self.coordinator.withLock { $0 = coordinator }
  }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator.withLock { $0 }
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
