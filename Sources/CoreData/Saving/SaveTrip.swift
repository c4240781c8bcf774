internal import Interleaving

/// One level up, while a save has its turn there. The save asks for what it needs, and nothing
/// comes in between.
protocol SaveTrip {
  /// Where what is new gets permanent IDs; nil on the way to a parent context, which takes it over
  /// under its temporary ones.
  var permanentIDs: (any PermanentIDSource)? { get }

  /// Writes the changes, or takes them over. What is in the way is `settled` until nothing is.
  func write(
    _ changes: StoreChanges, settling settle: ClashSettling
  ) throws -> SavedRows
}

/// Where new objects get their permanent IDs, all that go to one table together.
protocol PermanentIDSource {
  func allocate(_ wanted: PermanentIDs.Wanted, in store: NSPersistentStore) throws -> AllocatedIDs
}

/// To the only store: IDs and rows in one trip.
struct TripToStore: SaveTrip, PermanentIDSource {
  let rows: any RowStore

  var permanentIDs: (any PermanentIDSource)? { self }

  func allocate(_ wanted: PermanentIDs.Wanted, in store: NSPersistentStore) throws -> AllocatedIDs {
    try rows.allocateIDs(wanted)
  }

  func write(_ changes: StoreChanges, settling settle: ClashSettling) throws -> SavedRows {
    try rows.save(changes, resolve: settle)
  }
}

/// To several stores, which take a trip each and are not one transaction (fact P9).
struct TripsToStores: SaveTrip {
  let coordinator: NSPersistentStoreCoordinator
  let stores: [NSPersistentStore]

  var permanentIDs: (any PermanentIDSource)? { TripForEachTable(coordinator: coordinator) }

  func write(_ changes: StoreChanges, settling settle: ClashSettling) throws -> SavedRows {
    try changes.requireNoReferencesBetweenStores()
    var saved = SavedRows()
    var written: [String] = []
    for store in stores {
      let share = changes.share(of: store.identifier)
      if share.isEmpty { continue }
      do {
        let rows = try coordinator.execute(
          .write, on: store, .save(changes: share.counts), rows: share.count
        ) {
          try $0.save(share, resolve: settle)
        }
        saved.rows += rows.rows
        saved.transactions.merge(rows.transactions) { _, new in new }
        written.append(store.label)
      } catch  where !written.isEmpty && !(error is RunAbandoned) {
        throw CocoaError.incompleteSave(written: written, failed: store.label, because: error)
      }
    }
    return saved
  }
}

/// Outside of a save that has the turn, each table's IDs are a trip.
struct TripForEachTable: PermanentIDSource {
  let coordinator: NSPersistentStoreCoordinator

  func allocate(_ wanted: PermanentIDs.Wanted, in store: NSPersistentStore) throws -> AllocatedIDs {
    let work = StoreWork.allocateIDs(count: wanted.count, entity: wanted.entity.name ?? "")
    return try coordinator.execute(.write, on: store, work, rows: 0) {
      try $0.allocateIDs(wanted)
    }
  }
}

extension RowStore {
  /// IDs for new objects; a store that names its objects is shown them.
  fileprivate func allocateIDs(_ wanted: PermanentIDs.Wanted) throws -> AllocatedIDs {
    guard let naming = self as? any NamingStore else {
      return try allocateIDs(for: wanted.entity, count: wanted.count)
    }
    return try naming.allocateIDs(for: wanted.objects)
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
