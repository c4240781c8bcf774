internal import Foundation

/// What a parent store answered to the one question of a fetch.
struct FetchAnswer {
  enum Content {
    case rows(FetchedRows)
    case ids(FetchedIDs)
    case count(Int)
    case dictionaries([[String: Any]])
  }

  let content: Content
  /// How many results were asked for; 0 is no limit.
  let limit: Int

  /// Whether it holds what a query with this limit would find. The limit grows with what is
  /// pending in the context, and that may have become more since.
  func covers(_ wanted: Int) -> Bool { limit == 0 || wanted > 0 && wanted <= limit }

  func trimmed<Found>(_ found: [Found], to limit: Int, ifInOrder isInOrder: Bool) -> [Found] {
    isInOrder && limit > 0 ? Array(found.prefix(limit)) : found
  }
}

/// A context's parent store while a fetch takes in an answer that has been got before. Everything
/// else is asked of the parent itself.
final class AnsweredParent: ParentStore {
  private let parent: any ParentStore
  private let answer: FetchAnswer

  init(_ parent: any ParentStore, _ answer: FetchAnswer) {
    (self.parent, self.answer) = (parent, answer)
  }

  // MARK: The answer

  func rows(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedRows {
    guard case .rows(let found) = answer.content, answer.covers(query.limit) else {
      return try parent.rows(matching: query, in: stores)
    }
    let rows = answer.trimmed(found.rows, to: query.limit, ifInOrder: !found.needsSorting)
    return FetchedRows(rows: rows, needsSorting: found.needsSorting)
  }

  func ids(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> FetchedIDs {
    guard answer.covers(query.limit) else { return try parent.ids(matching: query, in: stores) }
    let ids: FetchedIDs
    switch answer.content {
    case .ids(let found): ids = found
    case .rows(let found):
      ids = FetchedIDs(ids: found.rows.map(\.id), needsSorting: found.needsSorting)
    default: return try parent.ids(matching: query, in: stores)
    }
    return FetchedIDs(
      ids: answer.trimmed(ids.ids, to: query.limit, ifInOrder: !ids.needsSorting),
      needsSorting: ids.needsSorting)
  }

  /// nil: the rows, or the IDs, are here to be looked at.
  func faults(
    matching query: StoreQuery, in stores: [NSPersistentStore]?, keepingRows: Bool
  ) -> FetchedKeys? {
    nil
  }

  func count(matching query: StoreQuery, in stores: [NSPersistentStore]?) throws -> Int {
    if case .count(let count) = answer.content { return count }
    return try parent.count(matching: query, in: stores)
  }

  func dictionaries(
    matching query: StoreQuery, in stores: [NSPersistentStore]?
  ) throws -> [[String: Any]] {
    if case .dictionaries(let found) = answer.content { return found }
    return try parent.dictionaries(matching: query, in: stores)
  }

  // MARK: The rest

  var coordinator: NSPersistentStoreCoordinator { parent.coordinator }
  var context: NSManagedObjectContext? { parent.context }
  var temporaryIDs: TemporaryIDs? { parent.temporaryIDs }
  var mergingContexts: MergingContexts { parent.mergingContexts }
  var pin: GenerationPin? {
    get { parent.pin }
    set { parent.pin = newValue }
  }

  func forAnotherThread() throws -> any ParentStore { try parent.forAnotherThread() }

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row? {
    try parent.row(for: id, maximumAge: maximumAge)
  }

  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row] {
    try parent.rows(for: ids, maximumAge: maximumAge)
  }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    try parent.members(of: relationship, owner: owner)
  }

  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow] {
    try parent.memberRows(of: relationship, owners: owners)
  }

  func permanentIDs(
    for objects: [NSManagedObject], assigned: [NSPersistentStore?]
  ) throws -> [NSManagedObjectID] {
    try parent.permanentIDs(for: objects, assigned: assigned)
  }

  func requireReadyToSave() throws { try parent.requireReadyToSave() }
  func save(_ operation: SaveOperation) throws -> SavedRows { try parent.save(operation) }

  func didSave(_ saved: ObjectChanges, of child: NSManagedObjectContext) {
    parent.didSave(saved, of: child)
  }
}
