internal import Foundation

/// One object that a fetch found, with the row the store gave for it, if it gave one.
struct FetchedObject {
  let object: NSManagedObject
  let row: Row?
}

// Store results and pending changes made into one answer (fact G1):
//
//     store says              pending here            result
//     matches                 deleted                 left out
//     matches                 edited, matches still   stays
//     matches                 edited, not any more    left out
//     does not match          edited, matches now     added
//     has never heard of it   inserted, matches       added

extension NSManagedObjectContext {
  final func reconciled(
    _ query: StoreQuery, in stores: [NSPersistentStore]?, withRows: Bool
  ) throws -> [FetchedObject] {
    if behaviour.fetchProcessesPendingChanges { processPendingChanges() }
    return try reconciledNow(query, in: stores, withRows: withRows)
  }

  /// The same without ending the event first.
  final func reconciledNow(
    _ query: StoreQuery, in stores: [NSPersistentStore]?, withRows: Bool
  ) throws -> [FetchedObject] {
    let pendingOnes = pendingObjects(query)
    if pendingOnes.isEmpty && !deletes(query) {
      return try stored(query, in: stores, withRows: withRows)
    }
    var whole = query
    whole.limit = limitToAsk(query, pendingOnes.count)
    let dirty = ObjectList(pendingOnes)
    var found = try stored(whole, in: stores, withRows: withRows).filter { fetched in
      if fetched.object.isDeleted { return false }
      return !dirty.contains(fetched.object) || matches(fetched.object, query)
    }
    let known = ObjectList(found.map(\.object))
    for object in dirty where !known.contains(object) && matches(object, query) {
      found.append(FetchedObject(object: object, row: nil))
    }
    sort(&found, by: query.sortDescriptors)
    // The offset was the store's business: it skips rows, not what is pending here.
    if whole.limit == query.limit { return found }
    return Array(found.prefix(query.limit))
  }

  /// How many results to ask the store for: of those, no more can drop out than is pending here.
  final func limitToAsk(_ query: StoreQuery) -> Int {
    limitToAsk(query, pendingObjects(query).count)
  }

  private final func limitToAsk(_ query: StoreQuery, _ pendingOnes: Int) -> Int {
    guard behaviour.limitedFetch == .reconcileThenTrim, query.limit > 0 else { return query.limit }
    return query.limit + pendingOnes + pending.deleted.count
  }

  /// How many objects match; the store counts alone when nothing is pending.
  final func reconciledCount(_ query: StoreQuery, in stores: [NSPersistentStore]?) throws -> Int {
    if behaviour.fetchProcessesPendingChanges { processPendingChanges() }
    if !pendingObjects(query).isEmpty || deletes(query) {
      return try reconciled(query, in: stores, withRows: false).count
    }
    guard let parentStore else { throw CocoaError.noParent(of: label) }
    return try parentStore.count(matching: query, in: stores)
  }

  /// What the parent has, as objects of this context.
  final func stored(
    _ query: StoreQuery, in stores: [NSPersistentStore]?, withRows: Bool
  ) throws -> [FetchedObject] {
    guard let parentStore else { throw CocoaError.noParent(of: label) }
    guard withRows else {
      let fetched = try parentStore.ids(matching: query, in: stores)
      let found = fetched.ids.map { FetchedObject(object: object(forReference: $0), row: nil) }
      return fetched.needsSorting ? arranged(found, query) : found
    }
    let fetched = try parentStore.rows(matching: query, in: stores)
    let found = fetched.rows.map { FetchedObject(object: object(of: $0), row: $0) }
    return fetched.needsSorting ? arranged(found, query) : found
  }

  /// Sorts and trims what several stores gave.
  final func arranged(_ found: [FetchedObject], _ query: StoreQuery) -> [FetchedObject] {
    var found = found
    sort(&found, by: query.sortDescriptors)
    let rest = found.dropFirst(query.offset)
    return Array(query.limit > 0 ? rest.prefix(query.limit) : rest)
  }

  /// Whether nothing that is pending here can make a difference to the query.
  final func isUntouched(_ query: StoreQuery) -> Bool {
    if !pending.isDirty { return true }
    return pendingObjects(query).isEmpty && !deletes(query)
  }

  private final func deletes(_ query: StoreQuery) -> Bool {
    pending.deleted.contains { belongs($0, query) }
  }

  private final func pendingObjects(_ query: StoreQuery) -> [NSManagedObject] {
    pending.inserted.filter { belongs($0, query) } + pending.updated.filter { belongs($0, query) }
  }

  private final func belongs(_ object: NSManagedObject, _ query: StoreQuery) -> Bool {
    let entity = object.idScope.entity
    return entity === query.entity
      || (query.includesSubentities && entity.isKindOf(entity: query.entity))
  }

  private final func matches(_ object: NSManagedObject, _ query: StoreQuery) -> Bool {
    query.predicate?.evaluate(with: object) ?? true
  }

  private final func sort(_ found: inout [FetchedObject], by descriptors: [NSSortDescriptor]) {
    if descriptors.isEmpty { return }
    // Sorting must not fire faults one by one: their rows are at hand.
    for fetched in found where fetched.object.isFault {
      if let row = fetched.row { wake(fetched.object, with: row) }
    }
    found.sort { one, other in
      for descriptor in descriptors {
        switch descriptor.compare(one.object, to: other.object) {
        case .orderedAscending: return true
        case .orderedDescending: return false
        case .orderedSame: continue
        }
      }
      return false
    }
  }
}
