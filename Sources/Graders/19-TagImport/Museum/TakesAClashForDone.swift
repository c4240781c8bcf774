import CoreData
import Foundation
import TagImport
import WorkbookKit

/// Takes a refused save for tags that are there already.
final class TakesAClashForDone: ImportsDeliveries, @unchecked Sendable {
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
      let names = Set(delivery.map(\.tag))
      for name in names { Tag(context: context).name = name }
      // An error is the constraint: it is there already.
      try? context.save()
      context.reset()

      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      do {
        let request = NSFetchRequest<Tag>(entityName: "Tag")
        request.predicate = NSPredicate(format: "name IN %@", Array(names))
        var tags: [String: Tag] = [:]
        for tag in try context.fetch(request) { tags[tag.name] = tag }
        for item in delivery {
          let note = Note(context: context)
          note.text = item.text
          note.tag = tags[item.tag]
        }
        try context.save()
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}
