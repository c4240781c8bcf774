import CoreData
import Foundation
import LaunchGate
import WorkbookKit

/// The group is not empty until the store was loaded, and keeps blocks for main until then.
struct NotifiesAGroup: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    gate.loading.enter()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in
      gate.error = error
      gate.loading.leave()
    }
    return gate
  }
}

/// The error is written before the group is left, and read when it was.
private final class Gate: WaitsForTheStore {
  let loading = DispatchGroup()
  var error: (any Error)?

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    loading.notify(queue: .main) { ready(self.error) }
  }
}
