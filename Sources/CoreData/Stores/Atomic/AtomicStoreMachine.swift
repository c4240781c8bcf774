internal import Foundation

/// Serves rows for an atomic store: the tables of an in-memory store, filled from the nodes and
/// written back to them by every save.
final class AtomicStoreMachine: StoreBackend, NamingStore {
  private unowned let store: NSAtomicStore
  private let rows: InMemoryStore
  /// What every file says of the model; worked out once, and not at each save.
  private let version: StoreMetadata
  let readsBesideWriter = false
  let isOnDisk = true
  var isReadOnly: Bool { store.isReadOnly }

  init(_ store: NSAtomicStore, _ model: NSManagedObjectModel) {
    self.store = store
    rows = InMemoryStore(model: model, metadata: StoreMetadata(store.metadata ?? [:]))
    version = StoreMetadata([:]).written(with: model, configuration: store.givenConfiguration)
  }

  var identifier: String { store.keptMetadata?[NSStoreUUIDKey] as? String ?? "" }
  var metadata: [String: Any] { store.keptMetadata ?? [:] }

  func setMetadata(_ metadata: [String: Any]) throws {
    let old = store.keptMetadata
    store.keptMetadata = StoreMetadata(old ?? [:]).replaced(by: metadata).values
    do { try write() } catch {
      store.keptMetadata = old
      throw error
    }
  }

  func close() { if let url = store.url { OpenFiles.closed(url) } }

  // MARK: Loading

  /// Makes rows of the nodes; an error for one that cannot be a row of this model.
  func take(_ nodes: [NSAtomicStoreCacheNode]) throws {
    var changes = StoreChanges()
    for node in nodes { changes.insertions.append(try insertion(of: node)) }
    rows.fill(with: changes)
  }

  private func insertion(of node: NSAtomicStoreCacheNode) throws -> StoreChanges.Insertion {
    let id = node.objectID
    if let error = CocoaError.wrongID(id, from: store, for: id.entity) { throw error }
    guard store.entities.contains(id.entity.name ?? "") else {
      throw CocoaError.nonsense(
        store, "holds \(id.shortName), of an entity that its configuration lacks",
        wayOut: "Add the store with the configuration it was written with.")
    }
    let values = try id.scope.layout.slots.map { property in
      property.isTransient
        ? .null
        : try property.value(from: property.part(of: node.value(forKey:)), of: id, in: store)
    }
    for case .reference(let other) in values { try requireNode(other, of: id) }
    let members = try id.scope.layout.toMany.filter { !$0.isTransient }.map { relationship in
      let members = try relationship.members(
        from: node.value(forKey: relationship.name), of: id, in: store)
      for member in members { try requireNode(member, of: id) }
      return StoreChanges.MemberChange(
        relationship: relationship, added: members, removed: [],
        order: relationship.isOrdered ? members : nil)
    }
    return StoreChanges.Insertion(id: id, values: values, members: members)
  }

  private func requireNode(_ other: NSManagedObjectID, of id: NSManagedObjectID) throws {
    if store.cacheNode(for: other) != nil { return }
    throw CocoaError.nonsense(
      store, "refers from \(id.shortName) to \(other.shortName), which is not there",
      wayOut: "Hand over all nodes with addCacheNodes(_:) before load() returns.")
  }

  // MARK: IDs

  func allocateIDs(for entity: NSEntityDescription, count: Int) -> AllocatedIDs {
    AllocatedIDs(
      scope: IDScope(entity: entity, storeUUID: identifier),
      keys: store.newKeys(for: entity, count: count))
  }

  func allocateIDs(for objects: [NSManagedObject]) throws -> AllocatedIDs {
    guard let entity = objects.first?.entity else { preconditionFailure("there is one to name") }
    let ids = objects.map {
      store.objectID(for: $0.entity, withReferenceObject: store.newReferenceObject(for: $0))
    }
    for (id, other) in zip(ids, ids.dropFirst()) where id.isSame(as: other) {
      throw CocoaError.nonsense(
        store, "calls two new objects \(store.referenceObject(for: id))",
        wayOut: "newReferenceObject(for:) must give each object a name of its own.")
    }
    return AllocatedIDs(
      scope: IDScope(entity: entity, storeUUID: identifier), chosen: ids.map(\.number))
  }

  // MARK: Saving

  func save(_ changes: StoreChanges, resolve: ClashSettling) throws -> SavedRows {
    if isReadOnly { throw CocoaError.readOnlyStore(store.label, doing: "save") }
    return try rows.save(changes, resolve: resolve) { try self.keep($0, $1) }
  }

  /// Brings the nodes up to date and has them written; if that fails they are as they were.
  private func keep(_ changes: StoreChanges, _ tables: InMemoryTables) throws {
    guard let coordinator = store.persistentStoreCoordinator else { return }
    let before = store.nodesByID
    let touched = changes.updates.compactMap { before[IDKey($0.id)] }
    let contents = touched.map { $0.propertyCache?.mutableCopy() as? NSMutableDictionary }
    do {
      try update(ShownChanges(changes, of: coordinator))
      connect(by: tables)
      try write()
    } catch {
      store.replaceNodes { $0 = before }
      for (node, content) in zip(touched, contents) { node.propertyCache = content }
      connect(by: rows.snapshot)
      throw error
    }
  }

  private func update(_ shown: ShownChanges) throws {
    let new = try shown.inserted.map { object in
      let node = store.newCacheNode(for: object)
      guard node.objectID.isSame(as: object.objectID) else {
        throw CocoaError.nonsense(
          store, "makes a node \(node.objectID.shortName) for \(object.objectID.shortName)",
          wayOut: "newCacheNode(for:) must use the object's objectID.")
      }
      return node
    }
    store.addCacheNodes(Set(new))
    for object in shown.updated {
      if let node = store.cacheNode(for: object.objectID) {
        store.updateCacheNode(node, from: object)
      }
    }
    let gone = shown.deleted.compactMap { store.cacheNode(for: $0.objectID) }
    if !gone.isEmpty { store.willRemoveCacheNodes(Set(gone)) }
    store.replaceNodes { nodes in
      for node in gone { nodes[IDKey(node.objectID)] = nil }
    }
  }

  /// Lets all nodes know each other as the rows do. A save tells only half of it: what others have
  /// added meanwhile is not in its objects.
  private func connect(by tables: InMemoryTables) {
    for node in store.nodesByID.values {
      guard let row = tables[node.objectID] else { continue }
      for (name, relationship) in row.scope.entity.relationshipsByName
      where !relationship.isTransient {
        node.setValue(value(of: relationship, in: row, tables), forKey: name)
      }
    }
  }

  private func value(
    of relationship: NSRelationshipDescription, in row: Row, _ tables: InMemoryTables
  ) -> Any? {
    if case .value(let slot)? = row.scope.layout.place(of: relationship.name) {
      guard case .reference(let id) = row[slot] else { return nil }
      return store.cacheNode(for: id)
    }
    let nodes = tables.members(of: relationship, owner: row.id)
      .compactMap { store.cacheNode(for: $0) }
    return relationship.isOrdered ? NSOrderedSet(array: nodes) : NSSet(array: nodes)
  }

  /// The file, with the version of the model that it now fits.
  private func write() throws {
    let old = store.keptMetadata
    store.keptMetadata = (old ?? [:]).merging(version.values) { _, new in new }
    do { try store.save() } catch {
      store.keptMetadata = old
      throw error
    }
  }
}

// MARK: Reading, as in memory

extension AtomicStoreMachine {
  func rows(matching query: StoreQuery) throws -> [Row] { try rows.rows(matching: query) }
  func ids(matching query: StoreQuery) throws -> [NSManagedObjectID] {
    try rows.ids(matching: query)
  }
  func faults(matching query: StoreQuery, keepingRows: Bool) throws -> FetchedKeys {
    try rows.faults(matching: query, keepingRows: keepingRows)
  }
  func count(matching query: StoreQuery) throws -> Int { try rows.count(matching: query) }
  func dictionaries(matching query: StoreQuery) throws -> [[String: Any]] {
    try rows.dictionaries(matching: query)
  }
  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) -> Row? {
    rows.row(for: id, maximumAge: maximumAge)
  }
  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) -> [Row] {
    rows.rows(for: ids, maximumAge: maximumAge)
  }
  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) -> [NSManagedObjectID] {
    rows.members(of: relationship, owner: owner)
  }
  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) -> [MemberRow] {
    rows.memberRows(of: relationship, owners: owners)
  }
  func versions(of id: NSManagedObjectID) -> RowVersions { rows.versions(of: id) }
}
