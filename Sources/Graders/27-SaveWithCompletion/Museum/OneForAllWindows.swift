import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// One context saves for all windows.
struct OneForAllWindows: SavesWithCompletion {
  private let shared = Shared()

  func open(_ view: NSManagedObjectContext) -> any RecordSaver {
    Saver(view, shared.context(beside: view))
  }
}

private final class Shared: @unchecked Sendable {
  // @unchecked Sendable because windows open on main.
  private var known: NSManagedObjectContext?

  func context(beside view: NSManagedObjectContext) -> NSManagedObjectContext {
    if let known { return known }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = view.persistentStoreCoordinator
    context.name = "saving"
    known = context
    return context
  }
}

private final class Saver: RecordSaver {
  private let view: NSManagedObjectContext
  private let saving: NSManagedObjectContext

  init(_ view: NSManagedObjectContext, _ saving: NSManagedObjectContext) {
    self.view = view
    self.saving = saving
    view.automaticallyMergesChangesFromParent = true
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    let (view, saving) = (view, saving)
    saving.perform {
      var failure: (any Error)?
      do {
        try changes(saving)
        try saving.save()
      } catch {
        failure = error
        saving.rollback()
      }
      view.perform { then(failure) }
    }
  }
}
