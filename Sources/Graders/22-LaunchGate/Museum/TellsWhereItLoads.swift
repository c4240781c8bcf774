import CoreData
import LaunchGate
import WorkbookKit

/// Keeps a list, and tells on the queue of the loading.
struct TellsWhereItLoads: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      gate.open(error)
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
