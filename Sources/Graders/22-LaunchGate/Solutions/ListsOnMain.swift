import CoreData
import LaunchGate
import WorkbookKit

/// Only main touches the list, so the end of the loading is brought there.
struct ListsOnMain: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      container.viewContext.perform { gate.open(error) }
    }
    return gate
  }
}

/// Keeps blocks until it is known how the loading ended. Lives on main.
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
