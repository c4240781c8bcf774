internal import Foundation
internal import Interleaving

extension NSPersistentStoreCoordinator {
  /// Executes a batch request in every store it is for (facts BR1 to BR6), or a history request.
  /// Contexts learn nothing of it.
  ///
  /// - Parameter upserts: whether an inserted row that breaks a uniqueness constraint updates the
  ///   row that is there; otherwise it is left out.
  func execute(
    _ request: NSPersistentStoreRequest, upserts: Bool, by author: HistoryAuthor
  ) throws -> NSPersistentStoreResult {
    switch request {
    case let request as NSBatchInsertRequest:
      let entity = try entity(request.entity, request.entityName)
      // A new row goes to one store, the first that takes it.
      let store = try request.affectedStores?.first ?? storeForInsertion(of: entity)
      let rows = try execute(on: store, .batchInsert(entity: request.entityName)) {
        try $0.insert(request, into: entity, upserts: upserts, by: author)
      }
      return NSBatchInsertResult(rows, as: request.resultType)
    case let request as NSBatchUpdateRequest:
      let entity = try entity(request.entity, request.entityName)
      let ids = try stores(of: request, entity).flatMap { store in
        try execute(on: store, .batchUpdate) { try $0.update(request, of: entity, by: author) }
      }
      return NSBatchUpdateResult(ids, as: request.resultType)
    case let request as NSBatchDeleteRequest:
      let entity = try entity(of: request)
      let ids = try stores(of: request, entity).flatMap { store in
        try execute(on: store, .batchDelete) { try $0.delete(request, of: entity, by: author) }
      }
      return NSBatchDeleteResult(ids, as: request.resultType)
    case let request as NSPersistentHistoryChangeRequest: return try execute(request)
    default:
      throw CocoaError.unknownRequest(request)
    }
  }

  private func execute<Done>(
    on store: NSPersistentStore, _ work: StoreWork, _ body: (any BatchStore) throws -> Done
  ) throws -> Done {
    try execute(.write, on: store, work, rows: 0) { rows in
      guard let batches = rows as? any BatchStore else {
        throw CocoaError.batchesNotSupported(store)
      }
      return try body(batches)
    }
  }

  private func stores(
    of request: NSPersistentStoreRequest, _ entity: NSEntityDescription
  ) throws -> [NSPersistentStore] {
    let all = persistentStores
    if all.isEmpty { throw CocoaError.noStores(doing: "execute a batch request") }
    return (request.affectedStores ?? all).filter { $0.entities.contains(entity.name ?? "") }
  }

  private func entity(
    _ entity: NSEntityDescription?, _ name: String
  ) throws -> NSEntityDescription {
    guard let entity = entity ?? managedObjectModel.entitiesByName[name] else {
      throw CocoaError.unknownEntity(name, known: managedObjectModel.entitiesByName.keys.sorted())
    }
    return entity
  }

  private func entity(of request: NSBatchDeleteRequest) throws -> NSEntityDescription {
    switch request.choice {
    case .fetch(let fetch):
      return try entity(fetch.plan.entity, fetch.plan.entityName ?? "")
    case .ids(let ids):
      guard let first = ids.first else { return try entity(managedObjectModel.entities.first, "") }
      let root = first.entity.root
      guard ids.allSatisfy({ $0.entity.root === root && !$0.isTemporaryID }) else {
        throw CocoaError.mixedBatch()
      }
      return root
    }
  }
}

/// A store that can execute batch requests.
protocol BatchStore: RowStore {
  func insert(
    _ request: NSBatchInsertRequest, into entity: NSEntityDescription, upserts: Bool,
    by author: HistoryAuthor
  ) throws -> InsertedRows
  func update(
    _ request: NSBatchUpdateRequest, of entity: NSEntityDescription, by author: HistoryAuthor
  ) throws -> [NSManagedObjectID]
  func delete(
    _ request: NSBatchDeleteRequest, of entity: NSEntityDescription, by author: HistoryAuthor
  ) throws -> [NSManagedObjectID]
}

/// The rows of a batch insertion.
struct InsertedRows: Sendable {
  let scope: IDScope
  let keys: [Int64]

  /// An ID is made when it is asked for.
  func id(_ key: Int64) -> NSManagedObjectID { NSManagedObjectID(scope, key: .row(key)) }
}

extension CocoaError {
  fileprivate static func unknownRequest(_ request: NSPersistentStoreRequest) -> CocoaError {
    coreData(
      .persistentStoreUnsupportedRequestType, "\(type(of: request))", "is an unknown command type",
      wayOut: "Execute one of the three batch requests or a history request, or fetch.")
  }

  fileprivate static func batchesNotSupported(_ store: NSPersistentStore) -> CocoaError {
    coreData(
      .persistentStoreUnsupportedRequestType, store.label,
      "does not know batch requests (unknown command type)",
      wayOut: "Use a SQLite store; at /dev/null it lives in memory too.",
      [NSAffectedStoresErrorKey: [store]])
  }

  fileprivate static func mixedBatch() -> CocoaError {
    coreData(
      .persistentStoreOperation, "The batch deletion",
      "names objects of several entities, or objects that have no row yet",
      wayOut: "Make one request per entity, with permanent IDs only.")
  }

  fileprivate static func unknownEntity(_ name: String, known: [String]) -> CocoaError {
    coreData(
      .persistentStoreOperation, "The batch request", "names an entity \(name) that is not known",
      wayOut: "The model has: \(known.joined(separator: ", ")).")
  }
}

extension NSManagedObjectContext {
  /// Executes a batch or a history request straight in the stores: neither the objects of this
  /// context nor any other learns of it; merge the resulting IDs to tell them (facts BR1, J7).
  /// An asynchronous fetch is begun, and tells its completion (fact T1).
  @discardableResult
  public final func execute(
    _ request: NSPersistentStoreRequest
  ) throws -> NSPersistentStoreResult {
    assertOwned("execute(_:)")
    try runtime.checkpoint()
    if let fetch = request as? any AnyAsynchronousFetch { return try fetch.start(in: self) }
    guard let coordinator = persistentStoreCoordinator else {
      throw CocoaError.noParent(of: label)
    }
    let winner = settlingPolicy.mergeType
    return try coordinator.execute(
      request,
      upserts: winner == .mergeByPropertyObjectTrumpMergePolicyType
        || winner == .overwriteMergePolicyType, by: historyAuthor)
  }
}
