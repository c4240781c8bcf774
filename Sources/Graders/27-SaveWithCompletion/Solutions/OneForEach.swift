import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Each save has a new context, and begins when the last one has been told of.
struct OneForEach: SavesWithCompletion {
  func open(_ view: NSManagedObjectContext) -> any RecordSaver { Saver(view) }
}

private final class Saver: RecordSaver {
  private typealias Job = (
    changes: (NSManagedObjectContext) throws -> Void, then: ((any Error)?) -> Void
  )

  private let view: NSManagedObjectContext
  private var waiting: [Job] = []
  private var isSaving = false

  init(_ view: NSManagedObjectContext) { self.view = view }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    waiting.append((changes, then))
    startNext()
  }

  private func startNext() {
    guard !isSaving, !waiting.isEmpty else { return }
    isSaving = true
    let (view, job) = (view, waiting.removeFirst())
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.perform {
      let (saved, failure) = self.saved(by: job, in: context)
      view.perform {
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: saved, into: [view])
        self.isSaving = false
        job.then(failure)
        self.startNext()
      }
    }
  }

  /// The IDs of what was saved, or the error.
  private func saved(
    by job: Job, in context: NSManagedObjectContext
  ) -> ([AnyHashable: Any], (any Error)?) {
    do {
      try job.changes(context)
      let inserted = context.insertedObjects
      let updated = context.updatedObjects.map(\.objectID)
      let deleted = context.deletedObjects.map(\.objectID)
      try context.save()
      return (
        [
          NSInsertedObjectsKey: inserted.map(\.objectID), NSUpdatedObjectsKey: updated,
          NSDeletedObjectsKey: deleted,
        ], nil
      )
    } catch {
      return ([:], error)
    }
  }
}
