import CoreData
import LaunchGate
import WorkbookKit

/// Lets the gate go before the store is open, if nothing else keeps it.
struct HoldsTheGateWeakly: OpensTheStore {
  func open(_ container: NSPersistentContainer) -> any WaitsForTheStore {
    let gate = Gate()
    container.persistentStoreDescriptions[0].shouldAddStoreAsynchronously = true
    let main = container.viewContext
    // The container keeps its handler, the app keeps the gate: neither is to keep the other.
    container.loadPersistentStores { [weak gate] _, error in
      main.perform { gate?.end(with: error) }
    }
    return gate
  }
}

/// Keeps blocks until it is known whether there is a store. Used on main only.
private final class Gate: WaitsForTheStore {
  private enum State {
    case opening
    case open
    case failed(any Error)
  }

  private var state = State.opening
  private var waiting: [((any Error)?) -> Void] = []

  func whenOpen(_ ready: @escaping ((any Error)?) -> Void) {
    switch state {
    case .opening: waiting.append(ready)
    case .open: ready(nil)
    case .failed(let error): ready(error)
    }
  }

  func end(with error: (any Error)?) {
    // First of all, for one that is told may ask again.
    if let error { state = .failed(error) } else { state = .open }
    let told = waiting
    waiting = []
    for ready in told { ready(error) }
  }
}
