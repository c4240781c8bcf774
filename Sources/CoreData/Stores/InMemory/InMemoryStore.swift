internal import Foundation
internal import Synchronization

/// Keeps rows in this process and nowhere else. It has versions and conflicts like any store, but
/// no SQL and no row cache: the rows themselves are as near as a cache would be.
final class InMemoryStore: StoreBackend {
  private struct State {
    var metadata: StoreMetadata
    var tables: InMemoryTables
  }

  private let state: Mutex<State>
  private let constraints: UniquenessConstraints
  let readsBesideWriter = false
  let isReadOnly = false
  let isOnDisk = false

  init(
    model: NSManagedObjectModel,
    metadata: StoreMetadata = StoreMetadata(newStoreOfType: .inMemory)
  ) {
    let constraints = UniquenessConstraints(of: model)
    self.constraints = constraints
    state = Mutex(State(metadata: metadata, tables: InMemoryTables(model, constraints)))
  }

  var identifier: String { state.withLock { $0.metadata.identifier } }
  var metadata: [String: Any] { state.withLock { $0.metadata }.values }

  func setMetadata(_ metadata: [String: Any]) {
    let new = StoreMetadata(metadata)
    state.withLock { $0.metadata = $0.metadata.replaced(by: new.values) }
  }

  func close() {}

  private func withTables<Result>(_ body: (inout InMemoryTables) throws -> Result) rethrows
    -> Result
  {
    try state.withLock { try body(&$0.tables) }
  }

  /// The tables as they are now; later writes do not change what was taken.
  var snapshot: InMemoryTables { state.withLock { $0.tables } }
}

// MARK: Reading

extension InMemoryStore {
  func rows(matching query: StoreQuery) throws -> [Row] {
    try InMemoryQuery(query, in: snapshot).rows
  }

  func ids(matching query: StoreQuery) throws -> [NSManagedObjectID] {
    try InMemoryQuery(query, in: snapshot).rows.map(\.id)
  }

  func faults(matching query: StoreQuery, keepingRows: Bool) throws -> FetchedKeys {
    var found = FetchedKeys()
    for row in try rows(matching: query) {
      found.begin(row.scope)
      found.append(row.number)
    }
    return found
  }

  func count(matching query: StoreQuery) throws -> Int {
    try InMemoryQuery(query, in: snapshot).rows.count
  }

  func dictionaries(matching query: StoreQuery) throws -> [[String: Any]] {
    try InMemoryQuery(query, in: snapshot).dictionaries
  }

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) -> Row? {
    withTables { $0[id] }
  }

  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) -> [Row] {
    withTables { tables in ids.compactMap { tables[$0] } }
  }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) -> [NSManagedObjectID] {
    withTables { $0.members(of: relationship, owner: owner) }
  }

  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) -> [MemberRow] {
    withTables { tables in
      owners.flatMap { owner in
        tables.members(of: relationship, owner: owner).compactMap { member in
          tables[member].map { MemberRow(owner: owner, row: $0) }
        }
      }
    }
  }
}

// MARK: Writing

extension InMemoryStore {
  func allocateIDs(for entity: NSEntityDescription, count: Int) -> AllocatedIDs {
    AllocatedIDs(
      scope: IDScope(entity: entity, storeUUID: identifier),
      keys: withTables { $0.newKeys(for: entity, count: count) })
  }

  func save(_ changes: StoreChanges, resolve: ClashSettling) throws -> SavedRows {
    // The coordinator lets one save run at a time, so nothing changes between looking for
    // conflicts and the writing; no lock is held while a merge policy runs code of its own.
    let settled = try ConflictDetector(
      present: InMemoryPresentRows(store: self), constraints: constraints
    )
    .settle(changes, resolve: resolve)
    return withTables { $0.write(settled) }
  }

  /// The same for a store that keeps its rows elsewhere, too: `keep` is handed what is written and
  /// what there is then, and if it throws, nothing was.
  func save(
    _ changes: StoreChanges, resolve: ClashSettling,
    keep: (StoreChanges, InMemoryTables) throws -> Void
  ) throws -> SavedRows {
    let settled = try ConflictDetector(
      present: InMemoryPresentRows(store: self), constraints: constraints
    )
    .settle(changes, resolve: resolve)
    var tables = snapshot
    let saved = tables.write(settled)
    try keep(settled, tables)
    withTables { $0 = tables }
    return saved
  }

  /// Takes over what was kept elsewhere.
  func fill(with changes: StoreChanges) { withTables { _ = $0.write(changes) } }

  /// The rows in memory are cache and store in one.
  func versions(of id: NSManagedObjectID) -> RowVersions {
    let version = row(for: id, maximumAge: nil)?.version
    return RowVersions(cached: version, stored: version)
  }

  private struct InMemoryPresentRows: PresentRows {
    let store: InMemoryStore
    func cachedRow(for id: NSManagedObjectID) -> Row? { storedRow(for: id) }
    func storedVersion(of id: NSManagedObjectID) -> Int64? { storedRow(for: id)?.version }
    func storedRow(for id: NSManagedObjectID) -> Row? { store.row(for: id, maximumAge: nil) }
    func row(having claim: UniqueClaim) -> Row? {
      store.withTables { $0.row(having: claim) }
    }
  }
}

/// One fetch over the tables of an in-memory store.
struct InMemoryQuery {
  private let query: StoreQuery
  private let tables: InMemoryTables

  init(_ query: StoreQuery, in tables: InMemoryTables) throws {
    do { try KeyCheck.check(query) } catch {
      throw error.cocoaError(fetching: query.entity.name ?? "?")
    }
    self.query = query
    self.tables = tables
  }

  /// The rows that match, in order.
  var rows: [Row] { matches(of: query) }

  private func matches(of query: StoreQuery) -> [Row] {
    query.select(from: tables.rows(of: query.entity).filter { belongs($0.id.entity) }, in: tables)
  }

  var dictionaries: [[String: Any]] {
    var all = query
    (all.limit, all.offset) = (0, 0)
    let sources = matches(of: all).map { RowSource($0, in: tables) }
    return DictionaryRows(query).results(of: sources)
  }

  private func belongs(_ entity: NSEntityDescription) -> Bool {
    query.includesSubentities ? entity.isKindOf(entity: query.entity) : entity === query.entity
  }
}
