import CoreData
import LaunchGate
import WorkbookKit

/// Opens the gate only if there was no error.
struct KeepsErrorsToItself: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      container.viewContext.perform {
        if error == nil { gate.open(nil) }
      }
    }
    return gate
  }
}

/// Keeps blocks until it is known how the loading ended.
private final class Gate: WaitsForTheStore {
  private var waiting: [((any Error)?) -> Void]? = []
  private var error: (any Error)?

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    if waiting == nil { ready(error) } else { waiting?.append(ready) }
  }

  func open(_ error: (any Error)?) {
    let blocks = waiting ?? []
    (waiting, self.error) = (nil, error)
    for ready in blocks { ready(error) }
  }
}
