import CoreData
import LaunchGate
import WorkbookKit

/// Looks for a store to see whether the wait is over.
struct AsksTheCoordinator: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate(container.persistentStoreCoordinator)
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      container.viewContext.perform { gate.tell(error) }
    }
    return gate
  }
}

/// Keeps blocks until the store is open.
private final class Gate: WaitsForTheStore {
  private var waiting: [((any Error)?) -> Void] = []
  private let coordinator: NSPersistentStoreCoordinator

  init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    if coordinator.persistentStores.isEmpty { waiting.append(ready) } else { ready(nil) }
  }

  func tell(_ error: (any Error)?) {
    let blocks = waiting
    waiting = []
    for ready in blocks { ready(error) }
  }
}
