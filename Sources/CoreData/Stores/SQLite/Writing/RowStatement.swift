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

  /// Inserts the rows from a place on, up to the first of another entity; says where that is.
  func insert(_ rows: [Row], from first: Int, on connection: SQLiteConnection) throws -> Int {
    var index = first
    defer { connection.noteRepetitions(of: statement, index - first) }
    try insert(rows[index])
    while index + 1 < rows.count, rows[index + 1].scope.layout === layout {
      index += 1
      try insert(rows[index])
    }
    return index + 1
  }

  private func insert(_ row: Row) throws {
    statement.bind(row.id.rowKey ?? 0, at: 1)
    statement.bind(plan.number, at: 2)
    statement.bind(row.version, at: 3)
    try bind(row, from: 4)
    try statement.run()
  }

  /// Updates rows from a place on, up to the first of another entity or with other changes; says
  /// where that is. Throws `StaleRow` if a row is not what the change was made on top of.
  func update(
    _ updates: [StoreChanges.Update], from first: Int, on connection: SQLiteConnection
  ) throws -> Int {
    let changed = updates[first].changedSlots
    var index = first
    defer { connection.noteRepetitions(of: statement, index - first) }
    try update(updates[index].row, over: updates[index].base)
    while index + 1 < updates.count, updates[index + 1].row.scope.layout === layout,
      updates[index + 1].changedSlots == changed
    {
      index += 1
      try update(updates[index].row, over: updates[index].base)
    }
    return index + 1
  }

  private func update(_ row: Row, over base: Row) throws {
    statement.bind(row.version, at: 1)
    let next = try bind(row, from: 2)
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
  private func bind(_ row: Row, from first: Int) throws -> Int {
    let (values, properties) = (row.values, plan.properties)
    var index = first
    for place in places {
      try statement.bind(values[place.slot], in: place.slot, of: properties, at: index)
      index += 1
      if place.tellsEntity {
        if case .reference(let id) = values[place.slot] {
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
