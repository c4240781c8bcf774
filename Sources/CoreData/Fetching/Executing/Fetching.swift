internal import Foundation
internal import Interleaving

extension NSManagedObject: NSFetchRequestResult {}

extension NSManagedObjectContext {
  /// The objects, IDs, dictionaries or count that the request asks for: what the store has,
  /// reconciled with what is pending here (fact G1).
  public final func fetch<Result>(_ request: NSFetchRequest<Result>) throws -> [Result] {
    assertOwned("fetch(_:)")
    try runtime.checkpoint()
    let query = try query(for: request.plan)
    noteFetch(query)
    return try results(of: request, query, from: requireParentStore())
  }

  /// What the parent has, reconciled with what is pending here, in the form of the request.
  ///
  /// - Parameter source: the parent store, or what it has answered before.
  final func results<Result>(
    of request: NSFetchRequest<Result>, _ query: StoreQuery, from source: any FetchSource
  ) throws -> [Result] {
    let stores = request.affectedStores
    switch request.resultType {
    case .managedObjectIDResultType:
      var plan = request.plan
      // Asking for IDs fires no fault.
      (plan.returnsObjectsAsFaults, plan.shouldRefreshRefetchedObjects) = (true, false)
      let found = try objectsFound(plan, query, stores, source)
      return try results(found.map(\.identity), of: request)
    case .dictionaryResultType:
      return try results(source.dictionaries(matching: query, in: stores), of: request)
    case .countResultType:
      return try results([NSNumber(value: count(for: request, from: source))], of: request)
    default:
      return try objects(fetchedObjects(request.plan, query, stores, source), of: request)
    }
  }

  /// How many objects `fetch` would return.
  public final func count<Result>(for request: NSFetchRequest<Result>) throws -> Int {
    assertOwned("count(for:)")
    return try count(for: request, from: nil)
  }

  private final func count<Result>(
    for request: NSFetchRequest<Result>, from source: (any FetchSource)?
  ) throws -> Int {
    try runtime.checkpoint()
    let query = try query(for: request.plan)
    noteFetch(query, isCount: true)
    let source = try source ?? requireParentStore()
    if request.includesPendingChanges {
      return try reconciledCount(query, in: request.affectedStores, from: source)
    }
    return try source.count(matching: query, in: request.affectedStores)
  }

  /// How many objects match. Ends the event first, if the behaviour says so.
  final func reconciledCount(
    _ query: StoreQuery, in stores: [NSPersistentStore]?, from source: any FetchSource
  ) throws -> Int {
    if behaviour.fetchProcessesPendingChanges { processPendingChanges() }
    return try FetchReconciliation(of: query, in: stores, for: self, from: source).count()
  }

  final func query(for plan: FetchPlan) throws -> StoreQuery {
    let named = plan.entityName.flatMap {
      persistentStoreCoordinator?.managedObjectModel.entitiesByName[$0]
    }
    let given = plan.entity?.name == nil ? nil : plan.entity
    guard let entity = named ?? given else { throw unknownEntity(plan.entityName ?? "") }
    if plan.wantsPartialFaults { try plan.requireStoredProperties(of: entity) }
    if let pattern = plan.predicate?.unusablePattern {
      throw CocoaError.unusablePattern(pattern, fetching: entity)
    }
    return plan.query(for: entity)
  }

  private final func unknownEntity(_ name: String) -> CocoaError {
    if name.isEmpty {
      return CocoaError.coreData(
        .coreData, "The fetch request", "has no entity",
        wayOut: "Name it: NSFetchRequest(entityName:). A class finds its entity only while one "
          + "model in use has it.")
    }
    let model = persistentStoreCoordinator?.managedObjectModel
    let known = (model?.entitiesByName.keys.sorted() ?? []).joined(separator: ", ")
    return CocoaError.coreData(
      .coreData, "The fetch request", "is for an entity '\(name)' that the model lacks",
      wayOut: model == nil
        ? "Give \(label) a coordinator or a parent first." : "The model has: \(known).")
  }

  /// Whether rows are to come with what is found.
  final func needsRows(_ plan: FetchPlan) -> Bool {
    plan.includesPropertyValues && !(plan.fetchBatchSize > 0 && fetchesInParts)
  }

  private final func fetchedObjects(
    _ plan: FetchPlan, _ query: StoreQuery, _ stores: [NSPersistentStore]?,
    _ source: any FetchSource
  ) throws -> [NSManagedObject] {
    let objects = try objectsFound(plan, query, stores, source)
    if !fetchesInParts { return objects }
    if plan.fetchBatchSize > 0 { batch(objects, by: plan.fetchBatchSize) }
    if !plan.relationshipKeyPathsForPrefetching.isEmpty {
      try prefetch(plan.relationshipKeyPathsForPrefetching, of: objects)
    }
    return objects
  }

  /// What was found, realised or not as the plan wants it. Where nothing is to be reconciled, rows
  /// become objects without a step in between.
  private final func objectsFound(
    _ plan: FetchPlan, _ query: StoreQuery, _ stores: [NSPersistentStore]?,
    _ source: any FetchSource
  ) throws -> [NSManagedObject] {
    if plan.includesPendingChanges, behaviour.fetchProcessesPendingChanges {
      processPendingChanges()
    }
    let withRows = needsRows(plan)
    let matching = FetchReconciliation(of: query, in: stores, for: self, from: source)
    guard plan.propertiesToFetch == nil, !plan.includesPendingChanges || matching.isUntouched
    else { return try reconciledObjects(plan, query, matching) }
    if plan.wantsFaultsOnly || !withRows,
      let found = try source.faults(matching: query, in: stores, keepingRows: withRows)
    {
      return faults.make(found, areInRowCache: withRows, in: self)
    }
    if !withRows { return try reconciledObjects(plan, query, matching) }
    let fetched = try source.rows(matching: query, in: stores)
    var objects: [NSManagedObject] = []
    objects.reserveCapacity(fetched.rows.count)
    registry.expect(fetched.rows.count)
    for row in fetched.rows {
      let object = object(of: row)
      take(row, for: object, plan)
      objects.append(object)
    }
    if !fetched.needsSorting { return objects }
    let pairs = zip(objects, fetched.rows).map(FetchedObject.init)
    return matching.arranged(pairs).map(\.object)
  }

  private final func reconciledObjects(
    _ plan: FetchPlan, _ query: StoreQuery, _ matching: FetchReconciliation
  ) throws -> [NSManagedObject] {
    let partialSlots = plan.wantsPartialFaults ? plan.partialSlots(of: query.entity) : nil
    let withRows = needsRows(plan)
    let found =
      plan.includesPendingChanges
      ? try matching.found(withRows: withRows) : try matching.stored(withRows: withRows)
    return found.map { fetched in
      guard let row = fetched.row else { return fetched.object }
      take(row, for: fetched.object, plan)
      if let partialSlots { fetched.object.hold(row, inSlots: partialSlots) }
      return fetched.object
    }
  }

  @inline(__always)
  private final func take(_ row: Row, for object: NSManagedObject, _ plan: FetchPlan) {
    if object.isFault {
      object.forgetPartialValues()
      if !plan.returnsObjectsAsFaults { wake(object, with: row) }
    } else if plan.shouldRefreshRefetchedObjects {
      adopt(row, for: object)
    }
  }

  /// The objects as the class that the request names. Casting an array casts every element, so
  /// here only classes are looked at, each when it first follows another one.
  private final func objects<Result>(
    _ found: [NSManagedObject], of request: NSFetchRequest<Result>
  ) throws -> [Result] {
    guard Result.self is AnyClass else { return try results(found, of: request) }
    var known: NSManagedObject.Type?
    for object in found where type(of: object) != known {
      guard object is Result else { throw wrongType(request) }
      known = type(of: object)
    }
    return found.asArray(of: Result.self)
  }

  private final func results<Found, Result>(
    _ found: [Found], of request: NSFetchRequest<Result>
  ) throws -> [Result] {
    if let results = found as? [Result] { return results }
    throw wrongType(request)
  }

  private final func wrongType<Result>(_ request: NSFetchRequest<Result>) -> CocoaError {
    CocoaError.coreData(
      .coreData, "A fetch of \(request.entityName ?? "?")",
      "found objects that are not of the type \(Result.self)",
      wayOut: "Make the request's type that of its resultType, and the entity's class the one "
        + "you expect.")
  }

  final func noteFetch(_ query: StoreQuery, isCount: Bool = false) {
    runtime.note(
      CoreDataFact.fetch(entity: query.entity.name ?? "", isCount: isCount, context: label))
  }
}

extension NSFetchRequest {
  /// Runs the request in the context whose block the caller is inside of (fact G17).
  public final func execute() throws -> [ResultType] {
    guard let context = CurrentContext.innermost else {
      throw CocoaError.coreData(
        .coreData, "execute()", "was called outside every context's block",
        wayOut: "Call it inside perform { } or performAndWait { }, or use context.fetch(_:).")
    }
    return try context.fetch(self)
  }
}
