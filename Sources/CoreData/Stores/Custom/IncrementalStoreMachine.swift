internal import Foundation
internal import Synchronization

/// Serves rows for an incremental store: asks its class, checks the answers, and remembers rows
/// until they are wanted anew.
final class IncrementalStoreMachine: StoreBackend, NamingStore {
  private struct State {
    var rows: [IDKey: Row] = [:]
    /// The newest version of each object that was seen or saved here.
    var versions: [IDKey: Int64] = [:]
  }

  private unowned let store: NSIncrementalStore
  private unowned let coordinator: NSPersistentStoreCoordinator
  private let state = Mutex(State())
  let readsBesideWriter = false
  let isOnDisk = false
  var isReadOnly: Bool { store.isReadOnly }
  var identifier: String { store.keptMetadata?[NSStoreUUIDKey] as? String ?? "" }
  var metadata: [String: Any] { store.keptMetadata ?? [:] }

  init(_ store: NSIncrementalStore, _ coordinator: NSPersistentStoreCoordinator) {
    (self.store, self.coordinator) = (store, coordinator)
  }

  func setMetadata(_ metadata: [String: Any]) {
    store.keptMetadata = StoreMetadata(self.metadata).replaced(by: metadata).values
  }

  func close() {}

  // MARK: Fetching

  func ids(matching query: StoreQuery) throws -> [NSManagedObjectID] {
    try answers(to: query, .managedObjectResultType).map { answer in
      guard let id = NSManagedObjectID.named(by: answer) else {
        throw CocoaError.nonsense(
          store,
          "answers a fetch of \(query.entity.name ?? "?") with \(answer), which is no object",
          wayOut: "Answer with context.object(with: id) for each ID.")
      }
      if let error = CocoaError.wrongID(id, from: store, for: query.entity) { throw error }
      return id
    }
  }

  func rows(matching query: StoreQuery) throws -> [Row] {
    try ids(matching: query).compactMap { try row(for: $0, maximumAge: nil) }
  }

  func faults(matching query: StoreQuery, keepingRows: Bool) throws -> FetchedKeys {
    var found = FetchedKeys()
    for id in try ids(matching: query) {
      found.begin(id.scope)
      found.append(id.number)
    }
    return found
  }

  func count(matching query: StoreQuery) throws -> Int {
    let answers = try answers(to: query, .countResultType)
    guard answers.count == 1, let count = answers[0] as? NSNumber, count.intValue >= 0 else {
      throw CocoaError.nonsense(
        store, "answers a count with \(answers)", wayOut: "Answer with an array of one NSNumber.")
    }
    return count.intValue
  }

  func dictionaries(matching query: StoreQuery) throws -> [[String: Any]] {
    let answers = try answers(to: query, .dictionaryResultType)
    guard let dictionaries = answers as? [[String: Any]] else {
      throw CocoaError.nonsense(
        store, "answers a fetch of dictionaries with something else",
        wayOut: "Answer with an array of dictionaries when the result type asks for them.")
    }
    return dictionaries
  }

  private func answers(to query: StoreQuery, _ form: NSFetchRequestResultType) throws -> [Any] {
    let request = NSFetchRequest<any NSFetchRequestResult>(FetchPlan(query, form))
    request.affectedStores = [store]
    let answer = try store.execute(request, with: .showing(coordinator))
    if let answers = answer as? [Any] { return answers }
    if form == .countResultType { return [answer] }
    throw CocoaError.nonsense(
      store, "answers a fetch with \(answer)", wayOut: "Answer with an array.")
  }

  // MARK: Rows

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row? {
    if maximumAge == nil, let known = state.withLock({ $0.rows[IDKey(id)] }) { return known }
    do {
      let context = NSManagedObjectContext.showing(coordinator)
      let row = try row(of: try store.newValuesForObject(with: id, with: context), id, context)
      return state.withLock { state in
        let version = max(row.version, state.versions[IDKey(id)] ?? 0)
        let row = Row(id: row.id, version: version, values: row.values)
        (state.versions[IDKey(id)], state.rows[IDKey(id)]) = (version, row)
        return row
      }
    } catch let error as CocoaError where error.code == .managedObjectReferentialIntegrity {
      return nil
    }
  }

  private func row(
    of node: NSIncrementalStoreNode, _ id: NSManagedObjectID, _ context: NSManagedObjectContext
  ) throws -> Row {
    guard node.objectID.isSame(as: id) else {
      throw CocoaError.nonsense(
        store, "has values of \(node.objectID.shortName) for \(id.shortName)",
        wayOut: "Make the node with the ID that was asked for.")
    }
    let values = try id.scope.layout.slots.map { property -> Value in
      if property.isTransient { return .null }
      var given = node.value(for: property)
      if given == nil, let relationship = property as? NSRelationshipDescription {
        given = try store.newValue(
          forRelationship: relationship, forObjectWith: id, with: context)
      }
      return try property.value(from: given, of: id, in: store)
    }
    return Row(id: node.objectID, version: Int64(clamping: node.version), values: values)
  }

  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row] {
    try ids.compactMap { try row(for: $0, maximumAge: maximumAge) }
  }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    let given = try store.newValue(
      forRelationship: relationship, forObjectWith: owner, with: .showing(coordinator))
    return try relationship.members(from: given, of: owner, in: store)
  }

  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow] {
    try owners.flatMap { owner in
      try rows(for: members(of: relationship, owner: owner), maximumAge: nil)
        .map { MemberRow(owner: owner, row: $0) }
    }
  }

  func versions(of id: NSManagedObjectID) -> RowVersions {
    state.withLock {
      RowVersions(cached: $0.rows[IDKey(id)]?.version, stored: $0.versions[IDKey(id)])
    }
  }
}

// MARK: Saving

extension IncrementalStoreMachine {
  func allocateIDs(for entity: NSEntityDescription, count: Int) throws -> AllocatedIDs {
    throw CocoaError.nonsense(
      store, "names its objects itself, and has none to look at here",
      wayOut: "Copy its objects through a context.")
  }

  func allocateIDs(for objects: [NSManagedObject]) throws -> AllocatedIDs {
    guard let scope = objects.first?.idScope else { preconditionFailure("there is one to name") }
    let ids = try store.obtainPermanentIDs(for: objects)
    guard ids.count == objects.count, Set(ids).count == ids.count else {
      throw CocoaError.nonsense(
        store, "has \(Set(ids).count) IDs for \(objects.count) new objects",
        wayOut: "obtainPermanentIDs(for:) must give each object an ID of its own.")
    }
    for id in ids {
      if let error = CocoaError.wrongID(id, from: store, for: scope.entity) { throw error }
    }
    return AllocatedIDs(
      scope: IDScope(entity: scope.entity, storeUUID: identifier), chosen: ids.map(\.number))
  }

  func save(_ changes: StoreChanges, resolve: ClashSettling) throws -> SavedRows {
    if isReadOnly { throw CocoaError.readOnlyStore(store.label, doing: "save") }
    let settled = try ConflictDetector(
      present: KnownRows(machine: self, changes), constraints: .none
    ).settle(changes, resolve: resolve)
    let shown = ShownChanges(settled, of: coordinator)
    _ = try store.execute(
      NSSaveChangesRequest(
        inserted: Set(shown.inserted), updated: Set(shown.updated), deleted: Set(shown.deleted),
        locked: Set(shown.locked)), with: shown.context)
    return remember(settled)
  }

  private func remember(_ changes: StoreChanges) -> SavedRows {
    let rows = changes.insertions.map(\.row) + changes.updates.map(\.row)
    state.withLock { state in
      for row in rows {
        (state.versions[IDKey(row.id)], state.rows[IDKey(row.id)]) = (row.version, row)
      }
      for deletion in changes.deletions {
        (state.versions[IDKey(deletion.id)], state.rows[IDKey(deletion.id)]) = (nil, nil)
      }
    }
    return SavedRows(rows: rows)
  }

  /// What is known here; the store itself is not asked, it may check its own versions in the save.
  private struct KnownRows: PresentRows {
    let machine: IncrementalStoreMachine
    private let bases: [IDKey: Int64]

    init(machine: IncrementalStoreMachine, _ changes: StoreChanges) {
      self.machine = machine
      let all =
        changes.updates.map(\.base) + changes.deletions.compactMap(\.base) + changes.locked
      bases = Dictionary(all.map { (IDKey($0.id), $0.version) }, uniquingKeysWith: { $1 })
    }

    func cachedRow(for id: NSManagedObjectID) -> Row? {
      machine.state.withLock { $0.rows[IDKey(id)] }
    }
    func storedVersion(of id: NSManagedObjectID) -> Int64? {
      machine.state.withLock { $0.versions[IDKey(id)] } ?? bases[IDKey(id)]
    }
    func storedRow(for id: NSManagedObjectID) throws -> Row? {
      try machine.row(for: id, maximumAge: nil)
    }
    func row(having claim: UniqueClaim) -> Row? { nil }
  }
}
