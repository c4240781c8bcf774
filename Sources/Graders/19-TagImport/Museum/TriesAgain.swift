import CoreData
import Foundation
import TagImport
import WorkbookKit

/// A constraint; the second one looks again.
final class TriesAgain: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anything is delivered.
  private var coordinator: NSPersistentStoreCoordinator?

  func prepare(_ model: NSManagedObjectModel) {
    model.entitiesByName["Tag"]?.uniquenessConstraints = [["name"]]
  }

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.perform {
      do {
        do {
          try Self.insert(delivery, into: context)
        } catch let error as CocoaError
          where error.code == .managedObjectConstraintMerge || error.code == .managedObjectMerge
        {
          context.reset()
          return self.store(delivery, done: done)
        }
        done(nil)
      } catch {
        done(error)
      }
    }
  }

  private static func insert(_ delivery: [Item], into context: NSManagedObjectContext) throws {
    for item in delivery {
      let note = Note(context: context)
      note.text = item.text
      note.tag = try context.tag(item.tag)
    }
    try context.save()
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
