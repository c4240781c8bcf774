/// What a trip to a store is for.
public enum StoreWork: Hashable, Sendable, Encodable {
  case fetch(entity: String)
  case readRow(of: String)
  case readRows(count: Int)
  /// `owner` is an object, or how many there are.
  case readRelationship(name: String, owner: String)
  case save(changes: ChangeCounts)
  /// A parent context takes over what its child saves; no store has a part in it.
  case takeOver(changes: ChangeCounts)
  case allocateIDs(count: Int, entity: String)
  case batchInsert(entity: String)
  case batchUpdate
  case batchDelete
  case writeMetadata
  case pinGeneration
  case move
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
    case .allocateIDs(let count, let entity): "allocates \(count) IDs for \(entity)"
    case .batchInsert(let entity): "inserts \(entity) in a batch"
    case .batchUpdate: "updates in a batch"
    case .batchDelete: "deletes in a batch"
    case .writeMetadata: "writes the metadata of \(store)"
    case .pinGeneration: "pins the generation of \(store)"
    case .move: "moves \(store)"
    case .remove: "removes \(store)"
    case .admitUserBlocks: "lets a user block stall the coordinator"
    case .announceChanges: "is announced"
    }
  }
}
