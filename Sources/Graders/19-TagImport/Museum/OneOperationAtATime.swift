import CoreData
import Foundation
import TagImport
import WorkbookKit

/// Operations, one at a time.
final class OneOperationAtATime: ImportsDeliveries, @unchecked Sendable {
  // @unchecked Sendable because the coordinator is set before anything is delivered.
  private var coordinator: NSPersistentStoreCoordinator?

  private let operations: OperationQueue = {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return queue
  }()

  func prepare(_ model: NSManagedObjectModel) {}

  func open(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func store(_ delivery: [Item], done: @escaping @Sendable ((any Error)?) -> Void) {
    operations.addOperation { [self] in
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      do {
        try context.performAndWait { try context.insert(delivery) }
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}

extension NSManagedObjectContext {
  /// For a context of its own: what it holds after an error goes with it.
  fileprivate func insert(_ delivery: [Item]) throws {
    let request = NSFetchRequest<Tag>(entityName: "Tag")
    request.predicate = NSPredicate(format: "name IN %@", Array(Set(delivery.map(\.tag))))
    var tags: [String: Tag] = [:]
    for tag in try fetch(request) { tags[tag.name] = tag }

    for item in delivery {
      let note = Note(context: self)
      note.text = item.text
      if let tag = tags[item.tag] {
        note.tag = tag
      } else {
        let tag = Tag(context: self)
        tag.name = item.tag
        tags[item.tag] = tag
        note.tag = tag
      }
    }
    try save()
  }
}
