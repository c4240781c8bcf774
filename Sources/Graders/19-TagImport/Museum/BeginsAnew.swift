import CoreData
import Foundation
import TagImport
import WorkbookKit

/// A constraint, and another try in a fresh context.
final class BeginsAnew: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anything is delivered.
  private var coordinator: NSPersistentStoreCoordinator?

  func prepare(_ model: NSManagedObjectModel) {
    model.entitiesByName["Tag"]?.uniquenessConstraints = [["name"]]
  }

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    // With the default policy a save stores all of it or nothing.
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.perform { [self] in
      do {
        for item in delivery {
          let note = Note(context: context)
          note.text = item.text
          note.tag = try context.tag(item.tag)
        }
      } catch {
        return done(error)
      }
      do {
        try context.save()
      } catch {
        // The only thing that is always wrong is a long text. Otherwise somebody was faster, with
        // a tag of this name or with a change of the tag, and will not be in the way again.
        if delivery.contains(where: { $0.text.count > Note.longestText }) { return done(error) }
        return store(delivery, done: done)
      }
      done(nil)
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
