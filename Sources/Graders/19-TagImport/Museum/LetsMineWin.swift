import CoreData
import Foundation
import TagImport
import WorkbookKit

/// A constraint, and a policy by which the new tag stays.
final class LetsMineWin: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anything is delivered.
  private var coordinator: NSPersistentStoreCoordinator?

  func prepare(_ model: NSManagedObjectModel) {
    model.entitiesByName["Tag"]?.uniquenessConstraints = [["name"]]
  }

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    context.perform {
      do {
        for item in delivery {
          let note = Note(context: context)
          note.text = item.text
          note.tag = context.newTag(item.tag)
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
  fileprivate func newTag(_ name: String) -> Tag {
    let tag = Tag(context: self)
    (tag.name, tag.colour) = (name, "")
    return tag
  }
}
