internal import Foundation
internal import Interleaving

/// The parent store of a root context: its coordinator, and through it the stores.
final class CoordinatorParent: ParentStore {
  let coordinator: NSPersistentStoreCoordinator
  var pin: GenerationPin? = .always

  var context: NSManagedObjectContext? { nil }
  var temporaryIDs: TemporaryIDs? { coordinator.temporaryIDs }
  var automaticMerging: AutomaticMerging { coordinator.automaticMerging }

  init(_ coordinator: NSPersistentStoreCoordinator) {
    self.coordinator = coordinator
    coordinator.expectLateStores()
  }

  func forAnotherThread() throws -> any ParentStore {
    let other = CoordinatorParent(coordinator)
    if let generation = try pinnedGeneration() { other.pin = .fixed(generation) }
    return other
  }

  // MARK: Fetching

  func rows(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedRows {
    let answers = try ask(query, stores) { try $0.rows(matching: $1) }
    return FetchedRows(rows: joined(answers), needsSorting: answers.count > 1)
  }

  func ids(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedIDs {
    let answers = try ask(query, stores) { try $0.ids(matching: $1) }
    return FetchedIDs(ids: joined(answers), needsSorting: answers.count > 1)
  }

  /// nil if several stores have to be asked, whose rows must be looked at to bring them in order.
  func faults(
    matching query: StoreQuery, in stores: [NSPersistentStore]?, keepingRows: Bool
  ) throws -> FetchedKeys? {
    if coordinator.attachedStores.count > 1 { return nil }
    return try ask(query, stores) { try $0.faults(matching: $1, keepingRows: keepingRows) }.first
  }

  func count(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> Int {
    try ask(query, stores) { try $0.count(matching: $1) }.reduce(0, +)
  }

  func dictionaries(
    matching query: StoreQuery, in stores: [NSPersistentStore]?
  ) throws -> [[String: Any]] {
    try ask(query, stores) { try $0.dictionaries(matching: $1) }.flatMap { $0 }
  }

  /// One store's answer is passed on as it is.
  private func joined<Found>(_ answers: [[Found]]) -> [Found] {
    answers.count == 1 ? answers[0] : answers.flatMap { $0 }
  }

  private func ask<Answer>(
    _ query: StoreQuery, _ wanted: [NSPersistentStore]?,
    _ body: (any RowStore, StoreQuery) throws -> Answer
  ) throws -> [Answer] {
    let name = query.entity.name ?? ""
    let attached = coordinator.persistentStores
    if attached.isEmpty { throw CocoaError.noStores(doing: "fetch \(name)") }
    let generation = try pinnedGeneration()
    let stores = try readable(attached, in: generation).filter { store in
      store.entities.contains(name) && wanted?.contains { $0 === store } != false
    }
    var query = query
    if stores.count > 1 { (query.limit, query.offset) = (0, 0) }
    return try stores.map { store in
      try coordinator.execute(.read, on: store, .fetch(entity: name), rows: 0) {
        try body(generation?.rows(of: store) ?? $0, query)
      }
    }
  }

  // MARK: Single rows

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row? {
    guard !id.isTemporaryID, let store = coordinator.store(for: id) else { return nil }
    return try read(store, .readRow(of: id.shortName), rows: 1) {
      try $0.row(for: id, maximumAge: maximumAge)
    } ?? nil
  }

  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row] {
    try byStore(ids.filter { !$0.isTemporaryID }).flatMap { store, ids in
      try read(store, .readRows(count: ids.count), rows: ids.count) {
        try $0.rows(for: ids, maximumAge: maximumAge)
      } ?? []
    }
  }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    guard !owner.isTemporaryID, let store = coordinator.store(for: owner) else { return [] }
    let work = StoreWork.readRelationship(name: relationship.name, owner: owner.shortName)
    return try read(store, work, rows: 0) {
      try $0.members(of: relationship, owner: owner)
    } ?? []
  }

  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow] {
    try byStore(owners).flatMap { store, owners in
      let work = StoreWork.readRelationship(
        name: relationship.name, owner: "\(owners.count) objects")
      return try read(store, work, rows: 0) {
        try $0.memberRows(of: relationship, owners: owners)
      } ?? []
    }
  }

  // MARK: Saving

  func permanentIDs(
    for objects: ObjectList, assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID] {
    var permanent = try PermanentIDs(
      for: objects, assigned: assigned, in: coordinator,
      from: TripForEachTable(coordinator: coordinator))
    return objects.map { _ in permanent.next() }
  }

  func requireReadyToSave() throws {
    if coordinator.persistentStores.isEmpty { throw CocoaError.noStores(doing: "perform a save") }
  }

  /// With one store everything is one trip: IDs are allocated and rows written without anything
  /// coming in between.
  func inTrip(
    saving changes: ChangeCounts, of child: NSManagedObjectContext,
    _ body: (any SaveTrip) throws -> SavedRows
  ) throws -> SavedRows {
    try requireReadyToSave()
    let stores = coordinator.attachedStores
    guard let store = stores.first, stores.count == 1 else {
      return try body(TripsToStores(coordinator: coordinator, stores: stores))
    }
    return try coordinator.execute(
      .write, on: store, .save(changes: changes), rows: changes.total
    ) {
      try body(TripToStore(rows: $0))
    }
  }

  /// The other contexts on the coordinator may merge it.
  func didSave(_ saved: ObjectChanges, of child: NSManagedObjectContext) {
    coordinator.automaticMerging.merge(saved, of: child, tellingRows: false)
  }

  private func byStore(
    _ ids: [NSManagedObjectID]
  ) -> [(NSPersistentStore, [NSManagedObjectID])] {
    coordinator.persistentStores.compactMap { store in
      let uuid = store.identifier
      let own = ids.filter { $0.storeUUID == uuid }
      return own.isEmpty ? nil : (store, own)
    }
  }
}
