/// What a trip to a store is for.
public enum StoreWork: Hashable, Sendable, Encodable {
  /// Looks for rows that match.
  case fetch(entity: String)
  /// Reads the row of one object.
  case readRow(of: String)
  /// Reads the rows of several objects.
  case readRows(count: Int)
  /// `owner` is an object, or how many there are.
  case readRelationship(name: String, owner: String)
  /// Writes a save.
  case save(changes: ChangeCounts)
  /// A parent context takes over what its child saves; no store has a part in it.
  case takeOver(changes: ChangeCounts)
  /// A context follows what another context saved; no store has a part in it either.
  case merge(changes: ChangeCounts)
  /// Reserves keys for new rows.
  case allocateIDs(count: Int, entity: String)
  /// Inserts past all contexts.
  case batchInsert(entity: String)
  /// Updates past all contexts.
  case batchUpdate
  /// Deletes past all contexts.
  case batchDelete
  /// Reads what was changed, by whom and when.
  case fetchHistory
  /// Forgets the older part of that.
  case deleteHistory
  /// Writes the store's metadata.
  case writeMetadata
  /// Holds on to the present state.
  case pinGeneration
  /// Does what a migration left for later.
  case finishMigration
  /// Copies the store to another place.
  case move
  /// Copies rows into the tables of a new version of the model.
  case migrate(rows: Int)
  /// Finds out which stores there are.
  case lookForStores
  /// Closes the store.
  case remove
  /// From now on blocks of the program may keep the coordinator from its stores.
  case admitUserBlocks
  /// What another writer wrote to the store is announced.
  case announceChanges

  func words(of store: String) -> String {
    switch self {
    case .fetch(let entity): "fetches \(entity)"
    case .readRow(let object): "reads \(object)"
    case .readRows(let count): "reads \(count.words("row"))"
    case .readRelationship(let name, let owner): "reads \(name) of \(owner)"
    case .save(let changes): "saves \(changes)"
    case .takeOver(let changes): "takes over \(changes)"
    case .merge(let changes): "merges \(changes)"
    case .allocateIDs(let count, let entity): "allocates \(count.words("ID")) for \(entity)"
    case .batchInsert(let entity): "inserts \(entity) in a batch"
    case .batchUpdate: "updates in a batch"
    case .batchDelete: "deletes in a batch"
    case .fetchHistory: "reads the history of \(store)"
    case .deleteHistory: "deletes history of \(store)"
    case .writeMetadata: "writes the metadata of \(store)"
    case .pinGeneration: "pins the generation of \(store)"
    case .finishMigration: "finishes the migration of \(store)"
    case .move: "moves \(store)"
    case .migrate(let rows): "migrates \(rows.words("row"))"
    case .lookForStores: "looks for an open store"
    case .remove: "removes \(store)"
    case .admitUserBlocks: "lets a user block stall the coordinator"
    case .announceChanges: "is announced"
    }
  }
}

/// How many objects something concerned, by what became of them.
public struct ChangeCounts: Hashable, Sendable, Encodable, CustomStringConvertible {
  /// How many came.
  public var inserted = 0
  /// How many were changed.
  public var updated = 0
  /// How many went.
  public var deleted = 0
  /// How many took newer values.
  public var refreshed = 0
  /// How many can no longer be used.
  public var invalidated = 0

  /// Counts, each 0 unless given.
  ///
  /// ```swift
  /// #expect(fact == .save(changes: ChangeCounts(inserted: 2), context: "importer"))
  /// ```
  ///
  /// - Parameters:
  ///   - inserted: how many came.
  ///   - updated: how many were changed.
  ///   - deleted: how many went.
  ///   - refreshed: how many took newer values.
  ///   - invalidated: how many can no longer be used.
  public init(
    inserted: Int = 0, updated: Int = 0, deleted: Int = 0, refreshed: Int = 0, invalidated: Int = 0
  ) {
    self.inserted = inserted
    self.updated = updated
    self.deleted = deleted
    self.refreshed = refreshed
    self.invalidated = invalidated
  }

  /// How many in all.
  public var total: Int { inserted + updated + deleted + refreshed + invalidated }
  /// Whether nothing changed.
  public var isEmpty: Bool { self == ChangeCounts() }

  /// `1 inserted, 2 updated`
  public var description: String {
    [
      (inserted, "inserted"), (updated, "updated"), (deleted, "deleted"),
      (refreshed, "refreshed"), (invalidated, "invalidated"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
  }
}

extension Int {
  /// "1 row", "2 rows".
  func words(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
