internal import Foundation

/// Reads the rows of a family of entities from a statement whose columns it named itself:
/// `Z_PK`, `Z_ENT`, `Z_OPT`, then every stored column of the family.
final class RowReader: @unchecked Sendable {
  // @unchecked Sendable because nothing changes after `init`, and the descriptions it names are
  // frozen.

  /// The columns to select, in order, without the name of a table.
  let columns: [String]
  let first: Int64
  let family: EntityLayout.Family
  let layouts: [RowLayout]
  /// By number of the entity, counted from 0.
  private let scopes: [IDScope]

  /// - Parameters:
  ///   - scopes: those of all entities, in the order of their numbers.
  ///   - wanted: the properties to read; nil for all.
  init(
    family root: NSEntityDescription, names: SchemaNames, scopes: [IDScope],
    only wanted: Set<String>? = nil
  ) {
    self.scopes = scopes
    family = root.layout.family
    var columns = ColumnList(["Z_PK", "Z_ENT", "Z_OPT"])
    let numbers = names.numbers(of: root)
    first = numbers.lowerBound
    layouts = numbers.compactMap(names.entity(number:)).map {
      RowLayout($0, names: names, scopes: scopes, only: wanted, columns: &columns)
    }
    self.columns = columns.names
  }

  /// What a statement has to select.
  func selection(
    _ names: SchemaNames, _ entity: NSEntityDescription, alias: String? = nil
  ) -> String {
    let table = names.table(of: entity).name
    return columns.map { names.external.reading($0, of: table, alias: alias) }
      .joined(separator: ", ")
  }

  /// All rows of a statement, or the first few.
  func rows(_ statement: SQLiteStatement, atMost count: Int = .max) throws -> [Row] {
    defer { statement.reset() }
    var packer = RowPacker(by: self)
    var rows: [Row] = []
    var left = count
    while left > 0, try statement.step() {
      try read(statement, by: &packer)
      left -= 1
    }
    packer.finish()
    for batch in packer.takeBatches() { batch.append(to: &rows) }
    return rows
  }

  /// Reads the row the statement stands on, whatever else there is.
  func read(_ statement: SQLiteStatement, by packer: inout RowPacker) throws {
    try packer.read(
      statement, layout(of: statement), key: statement.integer(0), version: statement.integer(2))
  }

  /// The row the statement stands on, with its values.
  func rowOfValues(_ statement: SQLiteStatement, _ layout: RowLayout) throws -> Row {
    Row(
      id: NSManagedObjectID(layout.scope, key: .row(statement.integer(0))),
      version: statement.integer(2),
      values: try layout.slots.map { try value($0, layout, statement) })
  }

  /// The ID in the first two columns of a statement.
  func id(_ statement: SQLiteStatement) throws -> NSManagedObjectID {
    NSManagedObjectID(try layout(of: statement).scope, key: .row(statement.integer(0)))
  }

  /// How the row the statement stands on is laid out, by its `Z_ENT`.
  @inline(__always)
  func layout(of statement: SQLiteStatement) throws -> RowLayout {
    let index = statement.integer(1) &- first
    guard index >= 0, index < layouts.count else { throw strangeEntity(statement) }
    return layouts[Int(index)]
  }

  private func strangeEntity(_ statement: SQLiteStatement) -> DamagedRow {
    let known = "\(first) to \(first + Int64(layouts.count) - 1)"
    return DamagedRow(
      entity: layouts.first?.scope.entity.name, key: statement.integer(0),
      trouble: "says that its entity has the number \(statement.integer(1)); those of its table "
        + "are \(known)")
  }

  /// The keys in the first column of all rows of a statement.
  func keys(_ statement: SQLiteStatement) throws -> FetchedKeys {
    var found = FetchedKeys()
    try statement.forEachRow { row in
      found.begin(try layout(of: row).scope)
      found.append(row.integer(0))
    }
    return found
  }

  @inline(__always)
  private func value(
    _ slot: RowLayout.Slot, _ layout: RowLayout, _ statement: SQLiteStatement
  ) throws -> Value {
    if slot.code == .none { return layout.unstored[Int(slot.place)] }
    let column = statement[slot.column]
    if column.isNull { return .null }
    switch slot.code {
    case .reference:
      guard column.isInteger else { throw damage(slot, layout, statement) }
      let number = try destination(slot, layout, statement)
      return .reference(
        NSManagedObjectID(scopes[Int(number) - 1], key: .row(column.integer)))
    case .opaque:
      guard column.fits(.opaque), let attribute = layout.attribute(of: slot) else {
        throw damage(slot, layout, statement)
      }
      return try opaque(column.data, attribute, statement)
    default:
      guard let value = column.value(as: slot.code) else { throw damage(slot, layout, statement) }
      return value
    }
  }

  private func opaque(
    _ data: Data, _ attribute: NSAttributeDescription, _ statement: SQLiteStatement
  ) throws -> Value {
    guard let value = try OpaqueArchive.value(from: data, of: attribute) else {
      throw DamagedRow(
        entity: attribute.owner?.name, key: statement.integer(0),
        trouble: "has data in \(attribute.owner?.name ?? "?").\(attribute.name) that "
          + "its transformer cannot read")
    }
    return value
  }

  /// The error for a value that no save can have left in a column.
  func damage(
    _ slot: RowLayout.Slot, _ layout: RowLayout, _ statement: SQLiteStatement
  ) -> DamagedRow {
    DamagedRow(
      entity: layout.scope.entity.name, key: statement.integer(0),
      trouble: "has \(statement[slot.column].kindOfValue) as its \(layout.name(of: slot))")
  }

  /// The number of the entity that a reference points to.
  @inline(__always)
  func destination(
    _ slot: RowLayout.Slot, _ layout: RowLayout, _ statement: SQLiteStatement
  ) throws -> Int64 {
    guard slot.entityColumn >= 0, !statement[slot.entityColumn].isNull else {
      return Int64(slot.destination)
    }
    let told = statement.integer(slot.entityColumn)
    if told < slot.destination || told > slot.lastDestination {
      throw damage(slot, layout, statement)
    }
    return told
  }
}
