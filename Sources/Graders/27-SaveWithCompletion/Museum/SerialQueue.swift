import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// A queue lets one save begin when the last one is over.
struct SerialQueue: SavesWithCompletion {
  func open(_ view: NSManagedObjectContext) -> any RecordSaver { Saver(view) }
}

private final class Saver: RecordSaver {
  private let view: NSManagedObjectContext
  private let queue = DispatchQueue(label: "saves")

  init(_ view: NSManagedObjectContext) {
    self.view = view
    view.automaticallyMergesChangesFromParent = true
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    let job = Job(view: view, changes: changes, then: then)
    queue.async { job.run() }
  }
}

private struct Job: @unchecked Sendable {
  // @unchecked Sendable because each part is used on its own queue.
  let view: NSManagedObjectContext
  let changes: (NSManagedObjectContext) throws -> Void
  let then: ((any Error)?) -> Void

  func run() {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    let failure = context.performAndWait { () -> (any Error)? in
      do {
        try changes(context)
        try context.save()
        return nil
      } catch {
        return error
      }
    }
    view.perform { then(failure) }
  }
}
