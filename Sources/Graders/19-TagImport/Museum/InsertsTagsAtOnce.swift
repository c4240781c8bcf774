import CoreData
import Foundation
import TagImport
import WorkbookKit

/// A batch insert makes the tags that a constraint lets through; then the notes get them.
final class InsertsTagsAtOnce: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anything is delivered.
  private var coordinator: NSPersistentStoreCoordinator?

  func prepare(_ model: NSManagedObjectModel) {
    model.entitiesByName["Tag"]?.uniquenessConstraints = [["name"]]
  }

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
    context.perform {
      do {
        let names = Set(delivery.map(\.tag)).sorted()
        let tags = names.map { ["name": $0] }
        let isThere = try Set(context.fetch(NSFetchRequest<Tag>(entityName: "Tag")).map(\.name))
        let new = tags.filter { !isThere.contains($0["name"]!) }
        if !new.isEmpty {
          _ = try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: new))
        }
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
  fileprivate func tag(_ name: String) throws -> Tag? {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try fetch(request).first
  }
}
