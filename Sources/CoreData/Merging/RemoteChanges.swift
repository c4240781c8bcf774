internal import Foundation
internal import Interleaving
internal import Synchronization

/// The open stores that want to hear of every write to their database, whoever makes it in this
/// process (fact I13).
///
///     a writer                  this store's queue
///     commits
///     tells every listener  ->  posts NSPersistentStoreRemoteChange, some time later
///     commits again             (one notification, if the first was not out yet)
final class RemoteChanges: Sendable {
  static let ofProcess = RemoteChanges()

  private struct Listener: Sendable {
    weak var store: NSPersistentStore?
    let database: DatabasePlace
    let queue: SerialQueue
    let runtime: Runtime
    let isDue = Flag()
  }

  /// Whether a notification is on its way.
  private final class Flag: Sendable {
    private let state = Atomic(false)
    /// Raises the flag; false if it was up already.
    func raise() -> Bool { !state.exchange(true, ordering: .acquiringAndReleasing) }
    func lower() { state.store(false, ordering: .releasing) }
  }

  private let listeners = Mutex<[Listener]>([])

  func join(_ store: NSPersistentStore, of runtime: Runtime) {
    let listener = Listener(
      store: store, database: DatabasePlace(store.url),
      queue: runtime.queue("remote changes of \(store.label)"), runtime: runtime)
    listeners.withLock { listeners in
      listeners.removeAll { $0.store == nil }
      listeners.append(listener)
    }
  }

  func leave(_ store: NSPersistentStore) {
    listeners.withLock { $0.removeAll { $0.store == nil || $0.store === store } }
  }

  /// Says that somebody has written to the store's database.
  func tell(ofWriteTo store: NSPersistentStore, in runtime: Runtime) {
    let database = DatabasePlace(store.url)
    let audience = listeners.withLock { listeners in
      // A private database in memory is shared with nobody.
      listeners.filter {
        $0.store === store
          || $0.database == database && database != .privateMemory && $0.runtime === runtime
      }
    }
    for listener in audience where listener.isDue.raise() {
      listener.queue.async {
        // A save that comes before this is part of the announcement, a later one needs its own.
        if let store = listener.store {
          runtime.access(
            store.resource, .read,
            CoreDataFact.storeAccess(work: .announceChanges, store: store.label))
        }
        listener.isDue.lower()
        listener.store?.postRemoteChange()
      }
    }
  }
}

extension NSPersistentStore {
  fileprivate func postRemoteChange() {
    var info: [String: Any] = [NSStoreUUIDKey: identifier ?? ""]
    info[NSPersistentStoreURLKey] = url
    // Part of the trip that announces, which is a point of its own already.
    if keepsHistory, let last = try? (backend as? any HistoryStore)?.lastTransaction() {
      info[NSPersistentHistoryTokenKey] = NSPersistentHistoryToken([identifier: last])
    }
    NotificationCenter.default.post(
      name: .NSPersistentStoreRemoteChange, object: persistentStoreCoordinator, userInfo: info)
  }
}
