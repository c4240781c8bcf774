internal import Foundation
internal import Interleaving

// Taking a context's changes to its stores.

extension CoordinatorParent {
  func requireReadyToSave() throws {
    if coordinator.persistentStores.isEmpty { throw CocoaError.noStores(doing: "perform a save") }
  }

  /// With one store everything is one trip: IDs are allocated and rows written without anybody
  /// coming in between. Several stores take a trip each, and are not one transaction (P9).
  func save(_ operation: SaveOperation) throws -> SavedRows {
    try requireReadyToSave()
    let stores = coordinator.persistentStores
    if let store = stores.first, stores.count == 1 { return try save(operation, to: store) }
    try operation.giveIDs(allocating: inTripsOfTheirOwn)
    let changes = operation.changes()
    try changes.requireNoReferencesBetweenStores()
    return try save(changes, of: operation, to: stores)
  }

  private func save(
    _ operation: SaveOperation, to store: NSPersistentStore
  ) throws -> SavedRows {
    let counts = operation.objects.counts
    return try coordinator.execute(
      .write, on: store, .save(changes: counts), rows: counts.total
    ) { rows in
      try operation.giveIDs { try rows.allocateIDs($1) }
      return try operation.write(operation.changes(), to: rows)
    }
  }

  private func save(
    _ changes: StoreChanges, of operation: SaveOperation, to stores: [NSPersistentStore]
  ) throws -> SavedRows {
    var saved = SavedRows()
    var written: [String] = []
    for store in stores {
      let share = changes.share(of: store.identifier)
      if share.isEmpty { continue }
      do {
        let rows = try coordinator.execute(
          .write, on: store, .save(changes: share.counts), rows: share.count
        ) {
          try operation.write(share, to: $0)
        }
        saved.rows += rows.rows
        written.append(store.label)
      } catch  where !written.isEmpty && !(error is RunAbandoned) {
        throw CocoaError.incompleteSave(written: written, failed: store.label, because: error)
      }
    }
    return saved
  }

  /// The other contexts on the coordinator may merge it.
  func didSave(_ saved: ObjectChanges, of child: NSManagedObjectContext) {
    coordinator.mergingContexts.merge(saved, of: child, tellingRows: false)
  }
}

extension StoreChanges {
  /// References must stay within a store (fact Q6).
  fileprivate func requireNoReferencesBetweenStores() throws {
    let written = insertions.map { ($0.id, $0.values) } + updates.map { ($0.id, $0.values) }
    for (id, values) in written {
      for (slot, value) in values.enumerated() {
        guard case .reference(let destination) = value, destination.storeUUID != id.storeUUID
        else { continue }
        let name = id.scope.layout.slots[slot].name
        throw CocoaError.crossStoreRelationship(id, name, to: destination)
      }
    }
  }
}
