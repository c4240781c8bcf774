import CoreData
import Foundation
import LaunchGate
import WorkbookKit

/// Loads beside main, which waits for it.
struct WaitsOnMain: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    let isLoaded = DispatchSemaphore(value: 0)
    nonisolated(unsafe) var failure: (any Error)?
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      failure = error
      isLoaded.signal()
    }
    isLoaded.wait()
    gate.open(failure)
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
