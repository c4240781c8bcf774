public import Foundation
internal import Interleaving
internal import Synchronization

/// One state of a coordinator's SQLite stores. It lasts as long as a context or a token keeps it:
/// a read transaction stays open in each file, and SQLite keeps what it needs for that in the
/// write-ahead log (facts V1, V7).
final class QueryGeneration: Sendable {
  private let snapshots: [ObjectIdentifier: StoreSnapshot]
  private let count: PinnedGenerations

  /// Takes the newest state; nil if some store is no SQLite file in WAL mode (fact V3).
  init?(of coordinator: NSPersistentStoreCoordinator) throws {
    var snapshots: [ObjectIdentifier: StoreSnapshot] = [:]
    for store in coordinator.persistentStores {
      let snapshot = try coordinator.execute(.read, on: store, .pinGeneration, rows: 0) { rows in
        try (rows as? SQLiteStore)?.snapshot(of: store)
      }
      guard let snapshot else { return nil }
      snapshots[ObjectIdentifier(store)] = snapshot
    }
    if snapshots.isEmpty { return nil }
    self.snapshots = snapshots
    count = coordinator.pinnedGenerations
    count.add(1)
  }

  deinit { count.add(-1) }

  /// The rows as they were; nil for a store that was added later (fact V6).
  func rows(of store: NSPersistentStore) -> (any RowStore)? {
    snapshots[ObjectIdentifier(store)]?.rows
  }

  /// Whether there was a save through the coordinator since.
  func isOlder(thanStoresOf coordinator: NSPersistentStoreCoordinator) -> Bool {
    coordinator.persistentStores.contains { store in
      guard let snapshot = snapshots[ObjectIdentifier(store)] else { return true }
      return (store.rows as? SQLiteStore)?.cache.epoch != snapshot.epoch
    }
  }
}

/// One store as it was: its rows by a connection that stands in an open read transaction.
struct StoreSnapshot: Sendable {
  /// Kept, so that no later store can be taken for it.
  let store: NSPersistentStore
  let rows: SQLiteStore
  /// The commits that the store's row cache had counted.
  let epoch: Int
  /// Keeps the files that its rows refer to.
  var keeper: ExternalFiles.Reader?
}

/// How many generations of a coordinator are kept.
final class PinnedGenerations: Sendable {
  private let kept = Atomic(0)
  var count: Int { kept.load(ordering: .relaxed) }
  func add(_ difference: Int) { kept.add(difference, ordering: .relaxed) }
}

extension SQLiteStore {
  /// The store as it is now, for reading only and with a row cache of its own; nil if readers
  /// cannot stand still while others write.
  func snapshot(of store: NSPersistentStore) throws -> StoreSnapshot? {
    guard isOnDisk, readsBesideWriter else { return nil }
    let epoch = cache.epoch
    // Before the state is taken: from then on no file may go that it refers to.
    let keeper = external.map(ExternalFiles.Reader.init)
    guard let connection = try translatingErrors({ try pool.connectionInReadTransaction() }) else {
      return nil
    }
    let database = OpenedDatabase(
      pool: ConnectionPool(writer: connection, size: 1, opensReader: nil), journal: journal,
      metadata: StoreMetadata(metadata), readsBesideWriter: true, isOnDisk: true, external: external
    )
    return StoreSnapshot(
      store: store,
      rows: SQLiteStore(
        database, file: nil, model: schema.model, label: label, options: options),
      epoch: epoch, keeper: keeper)
  }
}

extension ConnectionPool {
  /// One more connection, in a read transaction that has begun; nil if there can be only one.
  fileprivate func connectionInReadTransaction() throws -> SQLiteConnection? {
    guard let connection = try opensReader?() else { return nil }
    try connection.execute("BEGIN", doing: "pinning a generation")
    // The transaction begins with the first read.
    _ = try connection.prepared("SELECT COUNT(*) FROM Z_METADATA", doing: "pinning a generation")
      .first { $0.integer(0) }
    return connection
  }
}

/// Stands for one state of a coordinator's stores, which contexts may go on reading whatever is
/// saved later.
public final class NSQueryGenerationToken: NSObject, NSCopying, Sendable {
  /// nil in the token of the newest state.
  let generation: QueryGeneration?

  init(_ generation: QueryGeneration?) { self.generation = generation }

  /// The state that is newest when a context next reads.
  public static let current = NSQueryGenerationToken(nil)

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? NSQueryGenerationToken)?.generation === generation
  }

  public override var hash: Int { generation.map { ObjectIdentifier($0).hashValue } ?? 0 }
}
