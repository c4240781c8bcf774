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

/// Another writer has changed or deleted a row since it was read.
struct StaleRow: Error {}

/// How rows of one entity are written: its stored slots and the statements, put together once.
/// A class, because every written row looks at it.
final class WritePlan {
  final class Slot {
    let slot: Int
    let property: NSPropertyDescription
    let column: SchemaNames.Column
    /// Whether a second column tells the entity of the reference.
    let tellsEntity: Bool

    init(_ slot: Int, _ property: NSPropertyDescription, _ column: SchemaNames.Column) {
      self.slot = slot
      self.property = property
      self.column = column
      tellsEntity = column.entity != nil
    }

    /// The names of its columns.
    var columns: [String] { [column.name] + (column.entity.map { [$0] } ?? []) }

    /// What stands for the values of its columns in a statement.
    var marks: [String] { [mark] + (tellsEntity ? ["?"] : []) }

    var mark: String {
      (property as? NSAttributeDescription)?.isExternal == true ? "\(ExternalFiles.store)(?)" : "?"
    }
  }

  /// What binding a value asks of its slot: plain numbers, which cost no reference counting in
  /// every row.
  struct Place {
    let slot: Int
    let tellsEntity: Bool

    init(_ slot: Slot) {
      self.slot = slot.slot
      tellsEntity = slot.tellsEntity
    }
  }

  let number: Int64
  let table: String
  let slots: [Slot]
  let properties: [NSPropertyDescription]
  /// The places of all slots.
  let places: [Place]
  let insertion: String
  let version: String
  let deletion: String
  /// Deletes a row only at one version.
  let guardedDeletion: String
  /// Takes a row out of the pairs of its many-to-many relationships.
  let pairDeletions: [String]

  init(for entity: NSEntityDescription, _ names: SchemaNames) {
    let columns = names.columns(of: entity)
    slots = entity.layout.slots.enumerated().compactMap { slot, property in
      columns[slot].map { Slot(slot, property, $0) }
    }
    properties = entity.layout.slots
    places = slots.map(Place.init)
    number = names.number(of: entity)
    table = names.table(of: entity).name
    let written = ["Z_PK", "Z_ENT", "Z_OPT"] + slots.flatMap(\.columns)
    insertion =
      "INSERT INTO \(table) (\(written.joined(separator: ", "))) "
      + "VALUES (\((["?", "?", "?"] + slots.flatMap(\.marks)).joined(separator: ", ")))"
    version = "SELECT Z_OPT FROM \(table) WHERE Z_PK = ?"
    deletion = "DELETE FROM \(table) WHERE Z_PK = ?"
    guardedDeletion = deletion + " AND Z_OPT = ?"
    pairDeletions = entity.layout.toMany.compactMap { relationship in
      guard case .pairs(let side)? = names.members(of: relationship) else { return nil }
      return "DELETE FROM \(side.table) WHERE \(side.owner) = ?"
    }
  }
}
