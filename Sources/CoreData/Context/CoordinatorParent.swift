internal import Foundation
internal import Interleaving

/// The parent store of a root context: its coordinator, and through it the stores.
final class CoordinatorParent: ParentStore {
  let coordinator: NSPersistentStoreCoordinator
  var pin = GenerationPin.none

  init(_ coordinator: NSPersistentStoreCoordinator) { self.coordinator = coordinator }

  // MARK: Fetching

  func rows(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedRows {
    let answers = try ask(query, stores) { try $0.rows(matching: $1) }
    return FetchedRows(rows: joined(answers), needsSorting: answers.count > 1)
  }

  func ids(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedIDs {
    let answers = try ask(query, stores) { try $0.ids(matching: $1) }
    return FetchedIDs(ids: joined(answers), needsSorting: answers.count > 1)
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
      try coordinator.execute(.read, on: store, "fetches \(name)", rows: 0) {
        try body(generation?.rows(of: store) ?? $0, query)
      }
    }
  }

  // MARK: Single rows

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row? {
    guard !id.isTemporaryID, let store = coordinator.store(for: id) else { return nil }
    return try read(store, "reads \(id.shortName)", rows: 1) {
      try $0.row(for: id, maximumAge: maximumAge)
    } ?? nil
  }

  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row] {
    try byStore(ids.filter { !$0.isTemporaryID }).flatMap { store, ids in
      try read(store, "reads \(ids.count) rows", rows: ids.count) {
        try $0.rows(for: ids, maximumAge: maximumAge)
      } ?? []
    }
  }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    guard !owner.isTemporaryID, let store = coordinator.store(for: owner) else { return [] }
    return try read(store, "reads \(relationship.name) of \(owner.shortName)", rows: 0) {
      try $0.members(of: relationship, owner: owner)
    } ?? []
  }

  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow] {
    try byStore(owners).flatMap { store, owners in
      try read(store, "reads \(relationship.name) of \(owners.count) objects", rows: 0) {
        try $0.memberRows(of: relationship, owners: owners)
      } ?? []
    }
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

  // MARK: Permanent IDs

  func permanentIDs(
    for ids: [NSManagedObjectID], assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID] {
    try permanentIDs(for: ids, assigned: assigned) { store, entity, count in
      let label = "allocates \(count) IDs for \(entity.name ?? "")"
      return try coordinator.execute(.write, on: store, label, rows: 0) {
        try $0.allocateIDs(for: entity, count: count)
      }
    }
  }

  private func permanentIDs(
    for ids: [NSManagedObjectID], assigned: [NSPersistentStore?],
    allocating allocate: (NSPersistentStore, NSEntityDescription, Int) throws
      -> [NSManagedObjectID]
  ) throws -> [NSManagedObjectID] {
    var permanent = ids
    var groups: [NewIDs] = []
    let mayBeKnown = !coordinator.temporaryIDs.isEmpty
    for (index, id) in ids.enumerated() {
      if mayBeKnown, let known = coordinator.temporaryIDs.permanentID(of: id) {
        permanent[index] = known
        continue
      }
      let chosen = assigned.isEmpty ? nil : assigned[index]
      let group = try groups.lastIndex { $0.takes(id, chosen) } ?? newGroup(id, chosen, &groups)
      groups[group].indices.append(index)
    }
    for group in groups {
      let allocated = try allocate(group.store, group.entity, group.indices.count)
      for (index, id) in zip(group.indices, allocated) { permanent[index] = id }
    }
    return permanent
  }

  private func newGroup(
    _ id: NSManagedObjectID, _ chosen: NSPersistentStore?, _ groups: inout [NewIDs]
  ) throws -> Int {
    let store = try chosen ?? coordinator.storeForInsertion(of: id.entity)
    groups.append(NewIDs(entity: id.entity, layout: id.origin.layout, chosen: chosen, store: store))
    return groups.count - 1
  }
}

/// New objects of one entity that go to the same store: their keys are allocated together.
private struct NewIDs {
  let entity: NSEntityDescription
  let layout: EntityLayout
  /// The store that the program chose, if it chose one.
  let chosen: NSPersistentStore?
  let store: NSPersistentStore
  /// Where their IDs are in the list.
  var indices: [Int] = []

  func takes(_ id: NSManagedObjectID, _ chosen: NSPersistentStore?) -> Bool {
    id.origin.layout === layout && chosen === self.chosen
  }
}

// MARK: Saving

extension CoordinatorParent {
  /// With one store everything is one trip: IDs are allocated and rows written without anybody
  /// coming in between. Several stores take a trip each, and are not one transaction (P9).
  func save(_ request: SaveRequest, of context: NSManagedObjectContext) throws -> SavedRows {
    let stores = coordinator.persistentStores
    if stores.isEmpty { throw CocoaError.noStores(doing: "perform a save") }
    if let store = stores.first, stores.count == 1 {
      return try saveToOne(store, request, of: context)
    }
    let ids = try permanentIDs(for: request.temporary, assigned: request.assigned)
    return try saveToSeveral(stores, request.changes(ids), of: context)
  }

  private func saveToOne(
    _ store: NSPersistentStore, _ request: SaveRequest, of context: NSManagedObjectContext
  ) throws -> SavedRows {
    let label = "saves \(request.summary)"
    return try coordinator.execute(.write, on: store, label, rows: request.count) { rows in
      let ids = try permanentIDs(for: request.temporary, assigned: request.assigned) {
        try rows.allocateIDs(for: $1, count: $2)
      }
      let changes = try request.changes(ids)
      return try context.write(changes, to: rows)
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

extension StoreChanges {
  var isEmpty: Bool { count == 0 && locked.isEmpty }
  var count: Int { insertions.count + updates.count + deletions.count }

  /// The part that goes to one store.
  func share(of uuid: String) -> StoreChanges {
    StoreChanges(
      insertions: insertions.filter { $0.id.storeUUID == uuid },
      updates: updates.filter { $0.id.storeUUID == uuid },
      deletions: deletions.filter { $0.id.storeUUID == uuid },
      locked: locked.filter { $0.id.storeUUID == uuid })
  }

  /// `1 insertion, 2 updates`
  var summary: String {
    let parts = [
      (insertions.count, "insertion"), (updates.count, "update"), (deletions.count, "deletion"),
    ]
    return parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)\($0.0 == 1 ? "" : "s")" }
      .joined(separator: ", ")
  }
}
