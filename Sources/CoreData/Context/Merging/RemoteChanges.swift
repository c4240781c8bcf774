internal import Foundation
internal import Interleaving
internal import Synchronization

/// The open stores that want to hear of every write to their database, whoever makes it (fact I13).
///
///     a writer in this process    this store's queue
///     commits
///     tells every listener    ->  posts NSPersistentStoreRemoteChange, some time later
///     commits again               (one notification, if the first was not out yet)
///
///     another process
///     commits                     looks at the file now and then, and posts the same
///
/// Other processes are heard of under the live runtime only: no scheduler has them in its hands.
final class RemoteChanges: Sendable {
  static let ofProcess = RemoteChanges()

  private struct Listener: Sendable {
    weak var store: NSPersistentStore?
    let database: DatabasePlace
    let queue: SerialQueue
    let runtime: Runtime
    let isDue = Flag()
    /// Tells of other processes; nil where they are not watched.
    let watch: FileWatch?
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
      queue: runtime.queue("remote changes of \(store.label)"), runtime: runtime,
      watch: runtime.kind == .live
        ? FileWatch(store, in: SQLJournal(runtime: runtime, store: store.label)) : nil)
    listeners.withLock { listeners in
      listeners.removeAll { $0.store == nil }
      listeners.append(listener)
    }
    if listener.watch != nil { lookLater(listener) }
  }

  func leave(_ store: NSPersistentStore) {
    let left = listeners.withLock { listeners in
      defer { listeners.removeAll { $0.store == nil || $0.store === store } }
      return listeners.filter { $0.store === store }
    }
    for listener in left { listener.watch?.close() }
  }

  /// Looks for the commits of other processes, until the store is gone.
  private func lookLater(_ listener: Listener) {
    listener.runtime.after(FileWatch.pause, on: listener.queue) {
      guard let watch = listener.watch, !watch.isClosed else { return }
      guard let store = listener.store else { return watch.close() }
      if watch.hasNews() { store.postRemoteChange() }
      self.lookLater(listener)
    }
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
    for listener in audience {
      // Before the announcement is due: what others commit from here on needs one of its own.
      listener.watch?.passOver()
      if !listener.isDue.raise() { continue }
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
