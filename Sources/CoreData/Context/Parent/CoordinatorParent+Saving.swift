internal import Foundation
internal import Interleaving

// Taking a context's changes to its stores.

extension CoordinatorParent {
  /// With one store everything is one trip: IDs are allocated and rows written without anybody
  /// coming in between. Several stores take a trip each, and are not one transaction (P9).
  func save(_ request: SaveRequest, of context: NSManagedObjectContext) throws -> SavedRows {
    let stores = coordinator.persistentStores
    if stores.isEmpty { throw CocoaError.noStores(doing: "perform a save") }
    if let store = stores.first, stores.count == 1 {
      return try saveToOne(store, request, of: context)
    }
    try request.giveIDs(of: coordinator, allocating: inTripsOfTheirOwn)
    return try saveToSeveral(stores, request.changes(), of: context)
  }

  private func saveToOne(
    _ store: NSPersistentStore, _ request: SaveRequest, of context: NSManagedObjectContext
  ) throws -> SavedRows {
    let label = "saves \(request.summary)"
    return try coordinator.execute(.write, on: store, label, rows: request.count) { rows in
      try request.giveIDs(of: coordinator) { try rows.allocateIDs(for: $1, count: $2) }
      return try context.write(request.changes(), to: rows)
    }
  }

  private func saveToSeveral(
    _ stores: [NSPersistentStore], _ changes: StoreChanges, of context: NSManagedObjectContext
  ) throws -> SavedRows {
    var saved = SavedRows()
    var written: [String] = []
    for store in stores {
      let share = changes.share(of: store.identifier)
      if share.isEmpty { continue }
      do {
        let label = "saves \(share.summary)"
        let rows = try coordinator.execute(.write, on: store, label, rows: share.count) {
          try context.write(share, to: $0)
        }
        saved.rows += rows.rows
        written.append(store.label)
      } catch  where !written.isEmpty && !(error is RunAbandoned) {
        throw CocoaError.incompleteSave(written: written, failed: store.label, because: error)
      }
    }
    return saved
  }
}
