import CoreData
import LaunchGate
import WorkbookKit

/// Opens the store in the background, and keeps who asks until it is open.
struct Answer: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      if error == nil { gate.open() }
    }
    return gate
  }
}

/// Keeps blocks until the store is open.
private final class Gate: WaitsForTheStore {
  private var isOpen = false
  private var waiting: (((any Error)?) -> Void)?

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    if isOpen { ready(nil) } else { waiting = ready }
  }

  func open() {
    isOpen = true
    waiting?(nil)
  }
}
