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
    var sources = tables.rows(of: query.entity)
      .filter { belongs($0.id.entity) }
      .map { RowSource($0, in: tables) }
    if let predicate = query.predicate { sources = sources.filter(predicate.evaluate(with:)) }
    if !query.sortDescriptors.isEmpty { sources.sort(by: comesBefore) }
    let rows = sources.map(\.row).dropFirst(query.offset)
    return Array(query.limit > 0 ? rows.prefix(query.limit) : rows)
  }

  var dictionaries: [[String: Any]] {
    rows.map { row in
      let source = RowSource(row, in: tables)
      var result: [String: Any] = [:]
      for name in names { result[name] = source.predicateValue(forKey: name) }
      return result
    }
  }

  private var names: [String] {
    guard let asked = query.propertiesToFetch else {
      return query.entity.layout.slots.compactMap { ($0 as? NSAttributeDescription)?.name }
    }
    return asked.compactMap { ($0 as? String) ?? ($0 as? NSPropertyDescription)?.name }
  }

  private func belongs(_ entity: NSEntityDescription) -> Bool {
    query.includesSubentities ? entity.isKindOf(entity: query.entity) : entity === query.entity
  }

  private func comesBefore(_ one: RowSource, _ other: RowSource) -> Bool {
    for descriptor in query.sortDescriptors {
      switch descriptor.compare(one, to: other) {
      case .orderedAscending: return true
      case .orderedDescending: return false
      case .orderedSame: continue
      }
    }
    return (one.row.id.rowKey ?? 0) < (other.row.id.rowKey ?? 0)
  }
}

/// A row as predicates and sort descriptors look at it: by key, along relationships.
final class RowSource: NSObject {
  let row: Row
  private let tables: InMemoryTables

  init(_ row: Row, in tables: InMemoryTables) {
    self.row = row
    self.tables = tables
  }

  func predicateValue(forKey key: String) -> Any? {
    switch row.id.entity.layout.place(of: key) {
    case .value(let slot)?:
      if case .reference(let id) = row.values[slot] {
        return tables[id].map { RowSource($0, in: tables) }
      }
      return row.values[slot].object(as: row.id.entity.layout.slots[slot])
    case .toMany(let index)?:
      return tables.members(of: row.id.entity.layout.toMany[index], owner: row.id)
        .compactMap { tables[$0] }.map { RowSource($0, in: tables) }
    case nil:
      return nil
    }
  }

  override func isEqual(_ object: Any?) -> Bool {
    (object as? RowSource)?.row.id == row.id
  }

  override var hash: Int { row.id.hash }
}

extension Value {
  /// The value as a key-value reader gets it.
  func object(as property: NSPropertyDescription) -> Any? {
    switch self {
    case .null: nil
    case .integer(let number):
      (property as? NSAttributeDescription)?.attributeType == .booleanAttributeType
        ? NSNumber(value: number != 0) : NSNumber(value: number)
    case .real(let number): NSNumber(value: number)
    case .text(let text): text
    case .date(let date): date
    case .data(let data): data
    case .uuid(let uuid): uuid
    case .url(let url): url
    case .decimal(let decimal): NSDecimalNumber(decimal: decimal)
    case .opaque(let value): value.value.base
    case .reference(let id): id
    }
  }
}
