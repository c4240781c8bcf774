import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Hears of each save, and merges it on main.
struct ObservesTheSave: SavesWithCompletion {
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
    let observed = view
    NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: saving, queue: nil
    ) { note in
      let saved = Saved(note: note)
      observed.perform { observed.mergeChanges(fromContextDidSave: saved.note) }
    }
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

private struct Saved: @unchecked Sendable {
  // @unchecked Sendable because it is only handed on to main.
  let note: Notification
}
