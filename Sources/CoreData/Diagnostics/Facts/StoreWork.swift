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
  /// A context follows what somebody else saved; no store has a part in it either.
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
  /// Closes the store.
  case remove
  /// From now on blocks of the program may keep the coordinator from its stores.
  case admitUserBlocks
  /// What somebody else wrote to the store is announced.
  case announceChanges

  func words(of store: String) -> String {
    switch self {
    case .fetch(let entity): "fetches \(entity)"
    case .readRow(let object): "reads \(object)"
    case .readRows(let count): "reads \(count) rows"
    case .readRelationship(let name, let owner): "reads \(name) of \(owner)"
    case .save(let changes): "saves \(changes)"
    case .takeOver(let changes): "takes over \(changes)"
    case .merge(let changes): "merges \(changes)"
    case .allocateIDs(let count, let entity): "allocates \(count) IDs for \(entity)"
    case .batchInsert(let entity): "inserts \(entity) in a batch"
    case .batchUpdate: "updates in a batch"
    case .batchDelete: "deletes in a batch"
    case .fetchHistory: "reads the history of \(store)"
    case .deleteHistory: "deletes history of \(store)"
    case .writeMetadata: "writes the metadata of \(store)"
    case .pinGeneration: "pins the generation of \(store)"
    case .finishMigration: "finishes the migration of \(store)"
    case .move: "moves \(store)"
    case .remove: "removes \(store)"
    case .admitUserBlocks: "lets a user block stall the coordinator"
    case .announceChanges: "is announced"
    }
  }
}
