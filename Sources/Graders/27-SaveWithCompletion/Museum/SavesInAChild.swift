import CoreData
import Foundation
import SaveWithCompletion
import WorkbookKit

/// Changes a child of the view, and saves both.
struct SavesInAChild: SavesWithCompletion {
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
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = view
    child.perform {
      do {
        try changes(child)
        try child.save()
      } catch {
        return view.perform { then(error) }
      }
      view.perform {
        do {
          try view.save()
          then(nil)
        } catch {
          then(error)
        }
      }
    }
  }
}
