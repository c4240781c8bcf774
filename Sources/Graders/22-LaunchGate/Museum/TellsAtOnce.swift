import CoreData
import LaunchGate
import WorkbookKit

/// Tells while it is being loaded.
struct TellsAtOnce: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in gate.error = error }
    return gate
  }
}

/// Asks nothing.
private final class Gate: WaitsForTheStore {
  var error: (any Error)?

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) { ready(nil) }
}
