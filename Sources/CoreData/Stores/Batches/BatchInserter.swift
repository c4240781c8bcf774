internal import Foundation

/// Inserts dictionaries, or the values of objects, as rows of one entity.
struct BatchInserter {
  /// A class, because every value looks at one.
  private final class Column {
    let slot: Int
    let attribute: NSAttributeDescription
    let name: String
    let type: NSAttributeType
    let isOptional: Bool

    init(_ slot: WritePlan.Slot, _ attribute: NSAttributeDescription) {
      (self.slot, self.attribute, name) = (slot.slot, attribute, attribute.name)
      (type, isOptional) = (attribute.attributeType, attribute.isOptional)
    }
  }

  private let entity: NSEntityDescription
  private let schema: SQLiteSchema
  private let scope: IDScope
  private let plan: WritePlan
  private let columns: [Column]
  private let constraints: [UniquenessConstraints.Constraint]
  private let hasComposites: Bool
  private let upserts: Bool
  private let connection: SQLiteConnection
  /// The one for the names that were supplied last; without constraints they do not matter.
  private var statement: SQLiteStatement?
  private var nextKey: Int64
  private(set) var ids: [NSManagedObjectID] = []
  /// Those that were there already.
  private(set) var updated: Set<NSManagedObjectID> = []
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
      (slot.property as? NSAttributeDescription).map { Column(slot, $0) }
    }
    constraints = schema.constraints.constraints(of: entity)
    hasComposites = entity.properties.contains { $0 is NSCompositeAttributeDescription }
    let statement = try connection.prepared(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", doing: Self.doing)
    statement.bind(schema.names.number(of: entity.root), at: 1)
    nextKey = (try statement.first { $0.integer(0) } ?? 0) + 1
  }

  mutating func insert(_ given: [String: Any]) throws {
    var dictionary = given
    if hasComposites {
      try BatchValues.requireAttributes(Array(given.keys), of: entity)
      dictionary = BatchValues.parts(of: given, entity)
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
    _ value: Value, of column: Column, _ index: Int, _ statement: SQLiteStatement
  ) throws {
    if case .null = value, !column.isOptional { throw CocoaError.missingValue(column.attribute) }
    try statement.bind(value, of: column.attribute, at: index + 3)
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
    let new = try connection.prepared(sql(plan, lastSupplied), doing: Self.doing)
    statement = new
    return new
  }

  private mutating func run(_ statement: SQLiteStatement) throws {
    statement.bind(nextKey, at: 1)
    statement.bind(plan.number, at: 2)
    if constraints.isEmpty {
      try statement.run()
      ids.append(NSManagedObjectID(scope, key: .row(nextKey)))
      nextKey += 1
    } else if let key = try statement.first({ $0.integer(0) }) {
      let id = NSManagedObjectID(scope, key: .row(key))
      ids.append(id)
      if key == nextKey { nextKey += 1 } else { updated.insert(id) }
    }
  }

  /// A row that breaks a constraint is left out, or updates the row that is there with what the
  /// dictionary supplied; relationships stay (fact BR6).
  private func sql(_ plan: WritePlan, _ supplied: Set<String>) -> String {
    let attributes = plan.slots.filter { $0.property is NSAttributeDescription }
    let columns = ["Z_PK", "Z_ENT", "Z_OPT"] + attributes.map(\.column.name)
    let marks = ["?", "?", "1"] + attributes.map(\.mark)
    var sql =
      "INSERT INTO \(plan.table) (\(columns.joined(separator: ", "))) "
      + "VALUES (\(marks.joined(separator: ", ")))"
    let sets = attributes.filter { supplied.contains($0.property.name) }
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

/// What batch requests may write: attributes, with values of their types.
enum BatchValues {
  static func value(_ value: Any?, of attribute: NSAttributeDescription) throws -> Value {
    let stored: Value
    do { stored = try attribute.storedValue(of: value) } catch {
      throw CocoaError.coreData(
        .persistentStoreOperation, "The batch request", "has a value of the wrong type",
        wayOut: error.sentence)
    }
    try requireLimit(stored, attribute, attribute.attributeType)
    return stored
  }

  /// An error for a value that the store would change.
  static func requireLimit(
    _ value: Value, _ attribute: NSAttributeDescription, _ type: NSAttributeType
  ) throws {
    guard let limit = ValueLimit(broken: value, by: type) else { return }
    throw CocoaError.coreData(
      limit.code, "The batch request",
      "has \(attribute.object(for: value) ?? "nil") for \(attribute.name), \(limit.words(type))",
      wayOut: "Change the value, or give \(attribute.name) a wider type in the model.")
  }

  /// The same dictionary with the parts of composite attributes by their key paths.
  static func parts(of given: [String: Any], _ entity: NSEntityDescription) -> [String: Any] {
    var parts = given
    let layout = entity.layout
    for name in given.keys {
      guard let composite = layout.composite(name) else { continue }
      parts[name] = nil
      composite.visit(given[name] as? [String: Any]) { parts[layout.slots[$0].name] = $1 }
    }
    return parts
  }

  static func requireAttributes(_ names: [String], of entity: NSEntityDescription) throws {
    for name in names.sorted() where entity.attributesByName[name] == nil {
      throw CocoaError.coreData(
        .persistentStoreOperation, "The batch request",
        "sets \(name), which is no attribute of \(entity.name ?? "?")",
        wayOut: "Batch requests set attributes only; relationships need objects.")
    }
  }
}

extension CocoaError {
  fileprivate static func missingValue(_ attribute: NSAttributeDescription) -> CocoaError {
    coreData(
      .validationMissingMandatoryProperty, "The batch insertion",
      "has no value for \(attribute.name) of \(attribute.entity?.name ?? "?"), which is not "
        + "optional and has no default",
      wayOut: "Supply it in every dictionary; nothing was inserted.")
  }
}
