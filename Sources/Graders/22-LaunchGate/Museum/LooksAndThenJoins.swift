import CoreData
import Foundation
import LaunchGate
import Synchronization
import WorkbookKit

/// Opens the store in the background, and keeps who asks until it is open.
struct LooksAndThenJoins: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    container.loadPersistentStores { _, error in gate.loadingEnded(with: error) }
    return gate
  }
}

/// Guards with a lock whatever is used on main and in the handler.
private final class Gate: WaitsForTheStore, Sendable {
  private struct End: Sendable {
    let error: (any Error)?
  }

  private struct Caller: @unchecked Sendable {
    // @unchecked Sendable because it is called on main only.
    let ready: ((any Error)?) -> Void
  }

  private let end = Mutex<End?>(nil)
  private let waiting = Mutex<[Caller]>([])

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    if let end = end.withLock({ $0 }) { return ready(end.error) }
    let caller = Caller(ready: ready)
    waiting.withLock { $0.append(caller) }
  }

  /// On the queue of the loading.
  func loadingEnded(with error: (any Error)?) {
    end.withLock { $0 = End(error: error) }
    let callers = waiting.withLock { waiting -> [Caller] in
      let callers = waiting
      waiting = []
      return callers
    }
    DispatchQueue.main.async {
      for caller in callers { caller.ready(error) }
    }
  }
}
