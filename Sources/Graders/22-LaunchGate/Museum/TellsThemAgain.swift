import CoreData
import LaunchGate
import WorkbookKit

/// Tells late callers at once, and all of the list each time.
struct TellsThemAgain: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      container.viewContext.perform { gate.open(error) }
    }
    return gate
  }
}

/// Keeps blocks until the store is open.
private final class Gate: WaitsForTheStore {
  private var waiting: [((any Error)?) -> Void] = []
  private var hasEnded = false
  private var error: (any Error)?

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    waiting.append(ready)
    if hasEnded { open(error) }
  }

  func open(_ error: (any Error)?) {
    (hasEnded, self.error) = (true, error)
    for ready in waiting { ready(error) }
  }
}
