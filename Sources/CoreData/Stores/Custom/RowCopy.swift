internal import Foundation
internal import Interleaving

/// All rows of one store, as insertions into another: with new IDs, and everything that they refer
/// to there.
struct RowCopy {
  private let source: any RowStore
  private var ids: [IDKey: NSManagedObjectID] = [:]
  private var rows: [Row] = []

  /// Reads the rows of these entities, and reserves keys for them.
  init(
    of entities: [NSEntityDescription], from source: any RowStore, to destination: any RowStore
  ) throws {
    self.source = source
    for entity in entities where !entity.isAbstract {
      var query = StoreQuery(entity: entity)
      query.includesSubentities = false
      let found = try source.rows(matching: query)
      if found.isEmpty { continue }
      let new = try destination.allocateIDs(for: entity, count: found.count)
      for (row, id) in zip(found, new) { ids[IDKey(row.id)] = id }
      rows += found
    }
  }

  func insertions() throws -> StoreChanges {
    var changes = StoreChanges()
    for row in rows {
      guard let id = ids[IDKey(row.id)] else { continue }
      changes.insertions.append(
        StoreChanges.Insertion(
          id: id, values: row.values.map(moved), members: try members(of: row.id)))
    }
    return changes
  }

  private func moved(_ value: Value) -> Value {
    guard case .reference(let id) = value else { return value }
    return ids[IDKey(id)].map(Value.reference) ?? .null
  }

  /// The pairs and orders that rows do not hold.
  private func members(of id: NSManagedObjectID) throws -> [StoreChanges.MemberChange] {
    try id.scope.layout.toMany.filter { !$0.isTransient }.map { relationship in
      let members = try source.members(of: relationship, owner: id).compactMap { ids[IDKey($0)] }
      return StoreChanges.MemberChange(
        relationship: relationship, added: members, removed: [],
        order: relationship.isOrdered ? members : nil)
    }
  }
}

extension NSPersistentStoreCoordinator {
  /// Moves the rows of a store into a new one of another type. The old one leaves when all is done;
  /// if something fails, it stays, and the new one goes.
  final func copyRows(
    of store: NSPersistentStore, to url: URL, _ type: NSPersistentStore.StoreType,
    _ options: [AnyHashable: Any]?
  ) throws -> NSPersistentStore {
    try destroyPersistentStore(at: url, type: type)
    let new = try makeStore(
      type: type, configuration: store.givenConfiguration, at: url, options: options)
    do {
      let entities = try managedObjectModel.entitiesOfStore(store.givenConfiguration)
      try execute(.write, on: store, .move, rows: 0) { rows in
        let copy = try RowCopy(of: entities, from: rows, to: new.rows)
        _ = try new.rows.save(try copy.insertions()) { _, _ in
          throw CocoaError.coreData(
            .persistentStoreOperation, store.label, "has rows that the new store refuses",
            wayOut: "Look for values that are not unique.")
        }
        let notes = store.metadata.filter { !StoreMetadata.ownKeys.contains($0.key) }
        try new.backend.setMetadata(new.backend.metadata.merging(notes) { _, note in note })
      }
    } catch {
      try? new.backend.close()
      try? destroyPersistentStore(at: url, type: type)
      throw error
    }
    try remove(store)
    attach(new)
    return new
  }
}
