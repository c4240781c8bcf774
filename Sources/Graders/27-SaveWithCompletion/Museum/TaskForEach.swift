import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// A task for each save, on one context.
struct TaskForEach: SavesWithCompletion {
  func open(_ view: NSManagedObjectContext) -> any RecordSaver { Saver(view) }
}

private final class Saver: RecordSaver {
  private let view: NSManagedObjectContext
  private let saving: NSManagedObjectContext

  init(_ view: NSManagedObjectContext) {
    self.view = view
    saving = NSManagedObjectContext(.privateQueue)
    saving.persistentStoreCoordinator = view.persistentStoreCoordinator
    saving.name = "saving"
    view.automaticallyMergesChangesFromParent = true
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    let job = Job(view: view, saving: saving, changes: changes, then: then)
    Task { await job.run() }
  }
}

private struct Job: @unchecked Sendable {
  // @unchecked Sendable because each part is used on its own queue.
  let view: NSManagedObjectContext
  let saving: NSManagedObjectContext
  let changes: (NSManagedObjectContext) throws -> Void
  let then: ((any Error)?) -> Void

  func run() async {
    var failure: (any Error)?
    do {
      try await saving.perform {
        try changes(saving)
        try saving.save()
      }
    } catch {
      failure = error
      await saving.perform { saving.rollback() }
    }
    let error = failure
    await view.perform { then(error) }
  }
}
