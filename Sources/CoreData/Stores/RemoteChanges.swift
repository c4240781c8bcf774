internal import Dispatch
internal import Foundation
internal import Interleaving
internal import Synchronization

/// The open stores that want to hear of every write to their database, whichever process makes it
/// (fact I13).
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
    let owner = store.persistentStoreCoordinator?.name ?? store.nameInFacts
    let listener = Listener(
      store: store, database: DatabasePlace(store.url),
      queue: runtime.queue("remote changes of \(owner)"), runtime: runtime,
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

  /// Looks for the commits of other processes, until the store is gone. By the clock of the process
  /// and not the runtime's: a live run is over when nothing of it is under way, and this never is.
  private func lookLater(_ listener: Listener) {
    DispatchQueue.global().asyncAfter(deadline: .now() + FileWatch.pause / .seconds(1)) {
      guard let watch = listener.watch, !watch.isClosed else { return }
      if listener.store == nil { return watch.close() }
      if watch.hasNews() { listener.queue.async { listener.store?.postRemoteChange() } }
      self.lookLater(listener)
    }
  }

  /// Says that the store's database was written to.
  func tell(ofWriteTo store: NSPersistentStore, in runtime: Runtime) {
    let audience = listeners.withLock { listeners -> [Listener] in
      if listeners.isEmpty { return [] }
      let database = DatabasePlace(store.url)
      // A private database in memory is not shared.
      return listeners.filter {
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
            CoreDataFact.storeAccess(work: .announceChanges, store: store.nameInFacts))
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

/// Notices commits to a store's file, whichever process makes them: SQLite numbers the states of a
/// database for each connection that asks, and this connection never writes.
final class FileWatch: Sendable {
  private struct State {
    var connection: SQLiteConnection?
    var version: Int64
  }

  /// How long a commit may go unnoticed. Looking costs a few microseconds.
  static let pause = Duration.milliseconds(250)

  private let state: Mutex<State>

  /// nil where there is no file to watch.
  init?(_ store: NSPersistentStore, in journal: SQLJournal) {
    let place = DatabasePlace(store.url)
    guard place.isFile,
      let connection = try? SQLiteConnection(
        place.uri, readOnly: store.isReadOnly, creates: false, timeout: .zero, journal: journal)
    else { return nil }
    state = Mutex(State(connection: connection, version: Self.version(of: connection) ?? 0))
  }

  /// Whether there was a commit since this was last asked, or news were passed over.
  func hasNews() -> Bool {
    state.withLock { state in
      guard let connection = state.connection, let version = Self.version(of: connection) else {
        return false
      }
      defer { state.version = version }
      return version != state.version
    }
  }

  /// What is committed by now is announced in another way.
  func passOver() { _ = hasNews() }

  var isClosed: Bool { state.withLock { $0.connection == nil } }

  func close() {
    state.withLock { state in
      state.connection?.close()
      state.connection = nil
    }
  }

  /// nil if the file cannot be asked now: another process has locked it, and will have news later.
  private static func version(of connection: SQLiteConnection) -> Int64? {
    try? connection.prepared("PRAGMA data_version", doing: "watching").first { $0.integer(0) }
  }
}
