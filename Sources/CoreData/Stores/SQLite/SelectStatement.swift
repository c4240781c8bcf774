internal import Foundation

/// A fetch as SQL.
struct SelectStatement {
  private let query: StoreQuery
  private let names: SchemaNames
  let bindings: [SQLBinding]

  init(_ query: StoreQuery, names: SchemaNames) {
    self.query = query
    self.names = names
    bindings = []
  }

  func sql(columns: [String]) -> String {
    let numbers =
      query.includesSubentities
      ? names.numbers(of: query.entity)
      : names.number(of: query.entity)...names.number(of: query.entity)
    return "SELECT \(columns.joined(separator: ", ")) FROM \(names.table(of: query.entity).name)"
      + " WHERE Z_ENT BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound) ORDER BY Z_PK"
      + " LIMIT \(query.limit > 0 ? query.limit : -1) OFFSET \(query.offset)"
  }
}
