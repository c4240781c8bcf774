internal import Foundation

/// One object that a fetch found, with the row the store gave for it, if it gave one.
struct FetchedObject {
  let object: NSManagedObject
  let row: Row?
}

/// What a query finds for one context: the answer of the parent store and what is pending here made
/// into one (fact G1).
///
///     store says              pending here            result
///     matches                 deleted                 left out
///     matches                 edited, matches still   stays
///     matches                 edited, not any more    left out
///     does not match          edited, matches now     added
///     has never heard of it   inserted, matches       added
struct FetchReconciliation {
  private let context: NSManagedObjectContext
  private let source: any FetchSource
  private let query: StoreQuery
  private let stores: [NSPersistentStore]?

  /// - Parameters:
  ///   - stores: where to look; nil for all stores.
  ///   - source: the parent store, or what it has answered before.
  init(
    of query: StoreQuery, in stores: [NSPersistentStore]?, for context: NSManagedObjectContext,
    from source: any FetchSource
  ) {
    (self.query, self.stores) = (query, stores)
    (self.context, self.source) = (context, source)
  }

  // MARK: Objects

  /// What the store has, with what is pending here. The event goes on.
  func found(withRows: Bool) throws -> [FetchedObject] {
    let pendingOnes = pendingObjects
    if pendingOnes.isEmpty && !deletesSome { return try stored(withRows: withRows) }
    let limit = limitToAsk(pendingOnes.count)
    let dirty = ObjectList(pendingOnes)
    var found = try stored(withRows: withRows, limit: limit).filter { fetched in
      if fetched.object.isDeleted { return false }
      return !dirty.contains(fetched.object) || matches(fetched.object)
    }
    let known = ObjectList(found.map(\.object))
    for object in dirty where !known.contains(object) && matches(object) {
      found.append(FetchedObject(object: object, row: nil))
    }
    sort(&found)
    // The offset was the store's business: it skips rows, not what is pending here.
    return limit == query.limit ? found : Array(found.prefix(query.limit))
  }

  /// What the store has, as objects of the context.
  func stored(withRows: Bool) throws -> [FetchedObject] {
    try stored(withRows: withRows, limit: query.limit)
  }

  private func stored(withRows: Bool, limit: Int) throws -> [FetchedObject] {
    var query = query
    query.limit = limit
    guard withRows else {
      let fetched = try source.ids(matching: query, in: stores)
      let found = fetched.ids.map {
        FetchedObject(object: context.object(forReference: $0), row: nil)
      }
      return fetched.needsSorting ? arranged(found, limit: limit) : found
    }
    let fetched = try source.rows(matching: query, in: stores)
    let found = fetched.rows.map { FetchedObject(object: context.object(of: $0), row: $0) }
    return fetched.needsSorting ? arranged(found, limit: limit) : found
  }

  /// Sorts and trims what several stores gave.
  func arranged(_ found: [FetchedObject]) -> [FetchedObject] {
    arranged(found, limit: query.limit)
  }

  private func arranged(_ found: [FetchedObject], limit: Int) -> [FetchedObject] {
    var found = found
    sort(&found)
    let rest = found.dropFirst(query.offset)
    return Array(limit > 0 ? rest.prefix(limit) : rest)
  }

  private func sort(_ found: inout [FetchedObject]) {
    if query.sortDescriptors.isEmpty { return }
    // Sorting must not fire faults one by one: their rows are at hand.
    for fetched in found where fetched.object.isFault {
      if let row = fetched.row { context.wake(fetched.object, with: row) }
    }
    found.sort { one, other in
      for descriptor in query.sortDescriptors {
        switch descriptor.compare(one.object, to: other.object) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return false
    }
  }

  // MARK: Numbers

  /// How many objects match; the store counts alone when nothing is pending.
  func count() throws -> Int {
    if !isUntouched { return try found(withRows: false).count }
    return try source.count(matching: query, in: stores)
  }

  /// How many results to ask the store for: of those, no more can drop out than is pending here.
  var limitToAsk: Int { limitToAsk(pendingObjects.count) }

  private func limitToAsk(_ pendingOnes: Int) -> Int {
    guard context.behaviour.limitedFetch == .reconcileThenTrim, query.limit > 0 else {
      return query.limit
    }
    return query.limit + pendingOnes + context.pending.deleted.count
  }

  // MARK: What is pending

  /// Whether nothing that is pending here can make a difference to the query.
  var isUntouched: Bool {
    if !context.pending.isDirty { return true }
    return pendingObjects.isEmpty && !deletesSome
  }

  private var deletesSome: Bool { context.pending.deleted.contains(where: belongs) }

  private var pendingObjects: [NSManagedObject] {
    context.pending.inserted.filter(belongs) + context.pending.updated.filter(belongs)
  }

  private func belongs(_ object: NSManagedObject) -> Bool {
    let entity = object.idScope.entity
    return entity === query.entity
      || (query.includesSubentities && entity.isKindOf(entity: query.entity))
  }

  private func matches(_ object: NSManagedObject) -> Bool {
    query.predicate?.evaluate(with: object) ?? true
  }
}
