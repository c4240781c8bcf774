import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Changes and saves the context of the screens.
struct SavesOnMain: SavesWithCompletion {
  func open(_ view: NSManagedObjectContext) -> any RecordSaver { Saver(view) }
}

private final class Saver: RecordSaver {
  private let view: NSManagedObjectContext

  init(_ view: NSManagedObjectContext) {
    self.view = view
  }

  func save(
    _ changes: @escaping (NSManagedObjectContext) throws -> Void,
    then: @escaping ((any Error)?) -> Void
  ) {
    let view = view
    view.perform {
      var failure: (any Error)?
      do {
        try changes(view)
        try view.save()
      } catch {
        failure = error
        view.rollback()
      }
      then(failure)
    }
  }
}
