import CoreData
import LaunchGate
import WorkbookKit

/// Puts late callers on a list that was told already.
struct ForgetsLateOnes: OpensTheStore {
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

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    waiting.append(ready)
  }

  func open(_ error: (any Error)?) {
    let blocks = waiting
    waiting = []
    for ready in blocks { ready(error) }
  }
}
