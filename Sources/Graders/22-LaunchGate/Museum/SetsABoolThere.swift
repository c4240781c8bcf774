import CoreData
import LaunchGate
import WorkbookKit

/// Main tells and keeps the list; only the Bool is set where the store was opened.
struct SetsABoolThere: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      gate.error = error
      gate.isOpen = true
      container.viewContext.perform { gate.tell() }
    }
    return gate
  }
}

/// Keeps blocks until the store is open.
private final class Gate: WaitsForTheStore {
  var isOpen = false
  var error: (any Error)?
  private var waiting: [((any Error)?) -> Void] = []

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    if isOpen { ready(error) } else { waiting.append(ready) }
  }

  func tell() {
    let blocks = waiting
    waiting = []
    for ready in blocks { ready(error) }
  }
}
