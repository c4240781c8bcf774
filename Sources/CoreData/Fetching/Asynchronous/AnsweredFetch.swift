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

/// An answer that has been got before; the parent store is asked only if it no longer fits.
struct AnsweredFetch: FetchSource {
  let answer: FetchAnswer
  let parent: any ParentStore

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
}
