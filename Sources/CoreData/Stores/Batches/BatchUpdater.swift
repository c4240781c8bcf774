internal import Foundation

/// Sets attributes of rows to constants or to what expressions make of each row.
struct BatchUpdater {
  private struct Change {
    var attribute: NSAttributeDescription
    var column: String
    var value: Any
  }

  private let changes: [Change]
  /// The names of the attributes.
  var names: String { changes.map(\.attribute.name).joined(separator: ",") }
  private let table: String
  private let connection: SQLiteConnection

  init(
    _ entity: NSEntityDescription, _ properties: [AnyHashable: Any], schema: SQLiteSchema,
    connection: SQLiteConnection
  ) throws {
    var named: [String: Any] = [:]
    for (key, value) in properties {
      let name = (key.base as? NSPropertyDescription)?.name ?? (key.base as? String) ?? "\(key)"
      named[name] = value
    }
    try BatchValues.requireAttributes(Array(named.keys), of: entity)
    named = try BatchValues.parts(of: named, entity)
    changes = named.sorted { $0.key < $1.key }.compactMap { name, value in
      guard case .value(let slot)? = entity.layout.place(of: name),
        let attribute = entity.layout.slots[slot] as? NSAttributeDescription,
        let column = schema.names.column(of: attribute)
      else { return nil }
      return Change(attribute: attribute, column: column.name, value: value)
    }
    table = schema.names.table(of: entity).name
    self.connection = connection
  }

  /// One more version, whatever the new values are (fact BR3).
  func update(_ row: Row, in graph: any RowGraph) throws {
    let sets = changes.map { change in
      ", \(change.column) = \(change.attribute.isExternal ? "\(ExternalFiles.store)(?)" : "?")"
    }.joined()
    let statement = try connection.prepared(
      "UPDATE \(table) SET Z_OPT = Z_OPT + 1\(sets) WHERE Z_PK = ?", doing: "updating a batch")
    for (index, change) in changes.enumerated() {
      let source = RowSource(row, in: graph)
      let value =
        (change.value as? NSExpression)?.expressionValue(with: source, context: nil)
        ?? (change.value is NSExpression ? nil : change.value)
      try statement.bind(
        BatchValues.value(value, of: change.attribute), of: change.attribute, at: index + 1)
    }
    statement.bind(row.id.rowKey ?? 0, at: changes.count + 1)
    try statement.run()
  }
}
