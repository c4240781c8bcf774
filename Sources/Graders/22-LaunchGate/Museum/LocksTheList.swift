import CoreData
import Foundation
import LaunchGate
import WorkbookKit

/// A lock guards the list, and main tells.
struct LocksTheList: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate(container.viewContext)
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      gate.open(error)
    }
    return gate
  }
}

/// Keeps blocks until the store is open.
private final class Gate: WaitsForTheStore {
  private let lock = NSLock()
  private let view: NSManagedObjectContext
  private var waiting: [((any Error)?) -> Void]? = []
  private var error: (any Error)?

  init(_ view: NSManagedObjectContext) { self.view = view }

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    lock.lock()
    if waiting != nil {
      waiting?.append(ready)
      lock.unlock()
      return
    }
    lock.unlock()
    ready(error)
  }

  func open(_ error: (any Error)?) {
    lock.lock()
    let blocks = waiting ?? []
    (waiting, self.error) = (nil, error)
    lock.unlock()
    view.perform {
      for ready in blocks { ready(error) }
    }
  }
}
