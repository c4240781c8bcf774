/// A statement that writes rows of one entity.
///
/// A class of constants, because every written row looks at it and should count no references.
final class RowStatement {
  let layout: EntityLayout
  let plan: WritePlan
  let statement: SQLiteStatement
  /// What it writes, in the order of its parameters.
  private let places: [WritePlan.Place]
  private let names: SchemaNames

  init(
    _ statement: SQLiteStatement, of layout: EntityLayout, _ plan: WritePlan,
    places: [WritePlan.Place], _ names: SchemaNames
  ) {
    self.statement = statement
    self.layout = layout
    self.plan = plan
    self.places = places
    self.names = names
  }

  func insert(_ row: Row) throws {
    statement.bind(row.id.rowKey ?? 0, at: 1)
    statement.bind(plan.number, at: 2)
    statement.bind(row.version, at: 3)
    bind(row, from: 4)
    try statement.run()
  }

  /// Throws `StaleRow` if the row is not what the change was made on top of.
  func update(_ row: Row, over base: Row) throws {
    statement.bind(row.version, at: 1)
    let next = bind(row, from: 2)
    statement.bind(row.id.rowKey ?? 0, at: next)
    statement.bind(base.version, at: next + 1)
    try statement.runOnOneRow()
  }

  func delete(_ key: Int64) throws {
    statement.bind(key, at: 1)
    try statement.run()
  }

  /// Throws `StaleRow` if the row is not at this version.
  func delete(_ key: Int64, version: Int64) throws {
    statement.bind(key, at: 1)
    statement.bind(version, at: 2)
    try statement.runOnOneRow()
  }

  @discardableResult
  private func bind(_ row: Row, from first: Int) -> Int {
    var index = first
    for place in places {
      statement.bind(row.values[place.slot], of: plan.properties[place.slot], at: index)
      index += 1
      if place.tellsEntity {
        if case .reference(let id) = row.values[place.slot] {
          statement.bind(names.number(of: id.entity), at: index)
        } else {
          statement.bindNull(at: index)
        }
        index += 1
      }
    }
    return index
  }
}

extension SQLiteStatement {
  fileprivate func runOnOneRow() throws {
    try run()
    if changes != 1 { throw StaleRow() }
  }
}

/// Somebody else has changed or deleted a row since it was read.
struct StaleRow: Error {}
