internal import Foundation

/// Inserts dictionaries, or the values of objects, as rows of one entity.
///
/// Only the first row is given its key. It is higher than all that are there, so that SQLite gives
/// the others the keys that follow, and need not look whether they are taken. Where rows may clash
/// by uniqueness constraints, every row is given its own.
struct BatchInserter {
  private let entity: NSEntityDescription
  private let schema: SQLiteSchema
  private let scope: IDScope
  private let plan: WritePlan
  private let columns: [BatchColumn]
  private let constraints: [UniquenessConstraints.Constraint]
  private let hasComposites: Bool
  private let upserts: Bool
  private let connection: SQLiteConnection
  /// The one for the names that were supplied last; without constraints they do not matter.
  private var statement: SQLiteStatement?
  private let firstKey: Int64
  private var nextKey: Int64
  private(set) var keys: [Int64] = []
  /// Those that were there already.
  private(set) var updated: Set<Int64> = []
  /// What any of the dictionaries supplied; kept only if rows may be updated.
  private var supplied: Set<String> = []
  private var lastSupplied: Set<String> = []
  var suppliedNames: String { supplied.sorted().joined(separator: ",") }
  private static let doing = "inserting a batch"

  init(
    _ entity: NSEntityDescription, schema: SQLiteSchema, upserts: Bool,
    connection: SQLiteConnection
  ) throws {
    self.entity = entity
    self.schema = schema
    self.upserts = upserts
    self.connection = connection
    scope = schema.scope(of: entity)
    plan = try schema.plan(of: entity)
    columns = plan.slots.compactMap { slot in
      (slot.property as? NSAttributeDescription).map { BatchColumn(slot, $0) }
    }
    constraints = schema.constraints.constraints(of: entity)
    hasComposites = entity.properties.contains { $0 is NSCompositeAttributeDescription }
    let statement = try connection.prepared(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", doing: Self.doing)
    statement.bind(schema.names.number(of: entity.root), at: 1)
    firstKey = (try statement.first { $0.integer(0) } ?? 0) + 1
    nextKey = firstKey
  }

  /// How many values a row may have.
  var width: Int { columns.count }

  var rows: InsertedRows { InsertedRows(scope: scope, keys: keys) }

  mutating func insert(_ given: [String: Any]) throws {
    var dictionary = given
    if hasComposites {
      try BatchValues.requireAttributes(Array(given.keys), of: entity)
      dictionary = try BatchValues.parts(of: given, entity)
    }
    let statement = try statement(supplying: Set(dictionary.keys))
    var found = 0
    for (index, column) in columns.enumerated() {
      let value: Any?
      if let supplied = dictionary[column.name] {
        value = supplied
        found += 1
      } else {
        value = column.attribute.defaultValue
      }
      try bind(try BatchValues.value(value, of: column.attribute), of: column, index, statement)
    }
    if found != dictionary.count && !hasComposites {
      try BatchValues.requireAttributes(Array(dictionary.keys), of: entity)
    }
    try run(statement)
  }

  /// Inserts what a handler filled in.
  mutating func insert(_ filled: NSMutableDictionary) throws {
    var values: [Value?] = Array(repeating: nil, count: columns.count)
    guard !hasComposites, !upserts || constraints.isEmpty,
      FilledDictionary(filled).read(into: &values, columns)
    else { return try insert(FilledDictionary(filled).named) }
    let statement = try statement(supplying: [])
    for (index, column) in columns.enumerated() {
      let value =
        try values[index]
        ?? BatchValues.value(column.attribute.defaultValue, of: column.attribute)
      try bind(value, of: column, index, statement)
    }
    try run(statement)
  }

  /// Inserts the values of an object that belongs to no context.
  mutating func insert(_ object: NSManagedObject) throws {
    guard let values = object.own?.values else { return }
    let columns = columns
    let statement = try statement(supplying: Set(columns.map(\.name)))
    for (index, column) in columns.enumerated() {
      let value = values[column.slot]
      try BatchValues.requireLimit(value, column.attribute, column.type)
      try bind(value, of: column, index, statement)
    }
    try run(statement)
  }

  private func bind(
    _ value: Value, of column: BatchColumn, _ index: Int, _ statement: SQLiteStatement
  ) throws {
    if case .null = value, !column.isOptional { throw CocoaError.missingValue(column.attribute) }
    try statement.bind(value, in: column.slot, of: plan.properties, at: index + 1)
  }

  private mutating func statement(
    supplying names: @autoclosure () -> Set<String>
  ) throws -> SQLiteStatement {
    let supplied = upserts && !constraints.isEmpty ? names() : []
    if let statement, lastSupplied == supplied {
      connection.noteRepetitions(of: statement)
      return statement
    }
    lastSupplied = supplied
    self.supplied.formUnion(supplied)
    let new = try connection.prepared(sql(isNumbered: numbersRow), doing: Self.doing)
    // The first row without constraints has a statement to itself.
    statement = numbersRow && constraints.isEmpty ? nil : new
    return new
  }

  /// Whether the next row is given its key.
  private var numbersRow: Bool { nextKey == firstKey || !constraints.isEmpty }

  private mutating func run(_ statement: SQLiteStatement) throws {
    if numbersRow { statement.bind(nextKey, at: columns.count + 1) }
    if constraints.isEmpty {
      try statement.run()
      keys.append(nextKey)
      nextKey += 1
    } else if let key = try statement.first({ $0.integer(0) }) {
      keys.append(key)
      if key == nextKey { nextKey += 1 } else { updated.insert(key) }
    }
  }

  /// A row that breaks a constraint is left out, or updates the row that is there with what the
  /// dictionary supplied; relationships stay (fact BR6).
  private func sql(isNumbered: Bool) -> String {
    let attributes = plan.slots.filter { $0.property is NSAttributeDescription }
    let columns = attributes.map(\.column.name) + (isNumbered ? ["Z_PK"] : []) + ["Z_ENT", "Z_OPT"]
    let marks = attributes.map(\.mark) + (isNumbered ? ["?"] : []) + ["\(plan.number)", "1"]
    var sql =
      "INSERT INTO \(plan.table) (\(columns.joined(separator: ", "))) "
      + "VALUES (\(marks.joined(separator: ", ")))"
    let sets = attributes.filter { lastSupplied.contains($0.property.name) }
      .map { ", \($0.column.name) = excluded.\($0.column.name)" }.joined()
    for constraint in constraints {
      let index = UniqueIndex(constraint, schema.names)
      sql +=
        " ON CONFLICT (\(index.columns.joined(separator: ", ")))"
        + (index.condition.map { " WHERE \($0)" } ?? "")
        + (upserts ? " DO UPDATE SET Z_OPT = Z_OPT + 1\(sets)" : " DO NOTHING")
    }
    return constraints.isEmpty ? sql : sql + " RETURNING Z_PK"
  }

  /// Leaves the highest key where others look for it.
  func finish() throws {
    let statement = try connection.prepared(
      "UPDATE Z_PRIMARYKEY SET Z_MAX = ? WHERE Z_ENT = ?", doing: Self.doing)
    statement.bind(nextKey - 1, at: 1)
    statement.bind(schema.names.number(of: entity.root), at: 2)
    try statement.run()
  }
}
