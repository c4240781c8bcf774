internal import Foundation

/// Inserts dictionaries as rows of one entity.
struct BatchInserter {
  private let entity: NSEntityDescription
  private let schema: SQLiteSchema
  private let store: String
  private let upserts: Bool
  private let connection: SQLiteConnection
  private var nextKey: Int64
  private(set) var ids: [NSManagedObjectID] = []
  /// Those that were there already.
  private(set) var updated: Set<NSManagedObjectID> = []
  /// What any of the dictionaries supplied.
  private var supplied: Set<String> = []
  var suppliedNames: String { supplied.sorted().joined(separator: ",") }
  private static let doing = "inserting a batch"

  init(
    _ entity: NSEntityDescription, schema: SQLiteSchema, store: String, upserts: Bool,
    connection: SQLiteConnection
  ) throws {
    self.entity = entity
    self.schema = schema
    self.store = store
    self.upserts = upserts
    self.connection = connection
    let statement = try connection.prepared(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = ?", doing: Self.doing)
    statement.bind(schema.names.number(of: entity.root), at: 1)
    nextKey = (try statement.first { $0.integer(0) } ?? 0) + 1
  }

  mutating func insert(_ given: [String: Any]) throws {
    try BatchValues.requireAttributes(Array(given.keys), of: entity)
    let dictionary = BatchValues.parts(of: given, entity)
    let plan = try schema.plan(of: entity)
    var values: [(slot: WritePlan.Slot, value: Value)] = []
    for slot in plan.slots {
      guard let attribute = slot.property as? NSAttributeDescription else { continue }
      let value = dictionary[attribute.name] ?? attribute.defaultValue
      let stored = try BatchValues.value(value, of: attribute)
      if stored == .null && !attribute.isOptional {
        throw CocoaError.missingValue(attribute)
      }
      values.append((slot, stored))
    }
    let supplied = Set(dictionary.keys)
    let statement = try connection.prepared(sql(plan, supplied), doing: Self.doing)
    statement.bind(nextKey, at: 1)
    statement.bind(plan.number, at: 2)
    for (index, one) in values.enumerated() {
      try statement.bind(one.value, of: one.slot.property, at: index + 3)
    }
    self.supplied.formUnion(supplied)
    if let key = try statement.first({ $0.integer(0) }) {
      let id = NSManagedObjectID(entity: entity, key: .row(key), storeUUID: store)
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
    for constraint in schema.constraints.constraints(of: entity) {
      let index = UniqueIndex(constraint, schema.names)
      sql +=
        " ON CONFLICT (\(index.columns.joined(separator: ", ")))"
        + (index.condition.map { " WHERE \($0)" } ?? "")
        + (upserts ? " DO UPDATE SET Z_OPT = Z_OPT + 1\(sets)" : " DO NOTHING")
    }
    return sql + " RETURNING Z_PK"
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
    guard let limit = ValueLimit(broken: stored, by: attribute.attributeType) else { return stored }
    throw CocoaError.coreData(
      limit.code, "The batch request",
      "has \(value ?? "nil") for \(attribute.name), \(limit.words(attribute.attributeType))",
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
