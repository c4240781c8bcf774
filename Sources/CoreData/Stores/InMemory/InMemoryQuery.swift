internal import Foundation

/// One fetch over the tables of an in-memory store.
struct InMemoryQuery {
  private let query: StoreQuery
  private let tables: InMemoryTables

  init(_ query: StoreQuery, in tables: InMemoryTables) {
    self.query = query
    self.tables = tables
  }

  /// The rows that match, in order.
  var rows: [Row] {
    query.select(from: tables.rows(of: query.entity).filter { belongs($0.id.entity) }, in: tables)
  }

  var dictionaries: [[String: Any]] {
    var all = query
    (all.limit, all.offset) = (0, 0)
    let sources = InMemoryQuery(all, in: tables).rows.map { RowSource($0, in: tables) }
    return DictionaryRows(query).results(of: sources)
  }

  private func belongs(_ entity: NSEntityDescription) -> Bool {
    query.includesSubentities ? entity.isKindOf(entity: query.entity) : entity === query.entity
  }
}
