import CoreData
import Foundation
import TagImport
import WorkbookKit

/// Makes a tag for each note.
final class MakesATagEachTime: ImportsDeliveries, @unchecked Sendable {
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
          let tag = Tag(context: context)
          tag.name = item.tag
          note.tag = tag
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
