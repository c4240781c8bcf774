import CoreData
import Foundation
import TagImport
import WorkbookKit

/// A lock around looking and making, and none around the save.
final class LocksTheLook: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anything is delivered.
  private let lock = NSLock()
  private var coordinator: NSPersistentStoreCoordinator?

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.perform { [lock] in
      do {
        try lock.withLock {
          for item in delivery {
            let note = Note(context: context)
            note.text = item.text
            note.tag = try context.tag(item.tag)
          }
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
