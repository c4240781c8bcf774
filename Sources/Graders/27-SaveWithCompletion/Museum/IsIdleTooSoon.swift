import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// A new context for each save; who comes meanwhile waits in a list.
struct IsIdleTooSoon: SavesWithCompletion {
  func open(_ view: NSManagedObjectContext) -> any RecordSaver { Saver(view) }
}

/// All of it is on main, but for the block that saves.
private final class Saver: RecordSaver {
  private struct Job {
    let changes: (NSManagedObjectContext) throws -> Void
    let then: ((any Error)?) -> Void
  }

  private let view: NSManagedObjectContext
  private var waiting: [Job] = []
  private var isSaving = false

  init(_ view: NSManagedObjectContext) {
    self.view = view
    view.automaticallyMergesChangesFromParent = true
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    let job = Job(changes: changes, then: then)
    if isSaving {
      waiting.append(job)
    } else {
      start(job)
    }
  }

  private func start(_ job: Job) {
    isSaving = true
    let view = view
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      var failure: (any Error)?
      do {
        try job.changes(context)
        if context.hasChanges { try context.save() }
      } catch {
        // The context is thrown away with what is left in it.
        failure = error
      }
      view.perform { [failure] in self.end(job, failure) }
    }
  }

  private func end(_ job: Job, _ failure: (any Error)?) {
    isSaving = false
    job.then(failure)
    if !waiting.isEmpty { start(waiting.removeFirst()) }
  }
}
