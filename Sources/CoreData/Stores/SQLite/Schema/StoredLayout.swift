internal import Foundation

/// The tables of a database, held against those that a model needs.
struct StoredLayout {
  let names: SchemaNames
  /// Those that the store holds.
  let entities: [NSEntityDescription]
  let connection: SQLiteConnection

  /// What is wrong with the numbers by which rows name their entities; nil if they are those of
  /// the model.
  func strangeNumber() throws -> String? {
    var found: [String: (number: Int64, parent: Int64)] = [:]
    try connection.prepared(
      "SELECT Z_NAME, Z_ENT, Z_SUPER FROM Z_PRIMARYKEY WHERE Z_ENT < 16000", doing: "opening"
    ).forEachRow { found[$0.text(0)] = ($0.integer(1), $0.integer(2)) }
    for entity in names.entities where entities.contains(where: { $0 === entity }) {
      let name = entity.name ?? ""
      guard let known = found[name] else { return "Z_PRIMARYKEY has no entity \(name)" }
      let parent = entity.superentity.map(names.number(of:)) ?? 0
      if known.number != names.number(of: entity) || known.parent != parent {
        return "\(name) has the number \(known.number) below \(known.parent) in Z_PRIMARYKEY, not "
          + "\(names.number(of: entity)) below \(parent)"
      }
    }
    return nil
  }

  /// The first column that is missing or of another type, as `ZROOM.ZNAME`.
  func missingColumn() throws -> String? {
    var columns: [String: String] = [:]
    try connection.prepared(
      // A key that is not the table's own would be read as nothing.
      "SELECT m.name, c.name, c.type FROM sqlite_schema m, pragma_table_info(m.name) c "
        + "WHERE m.type = 'table' AND (c.name <> 'Z_PK' OR c.pk = 1)", doing: "opening"
    ).forEachRow { columns[$0.text(0) + "." + $0.text(1)] = $0.text(2) }
    for root in names.entities
    where root.superentity == nil && entities.contains(where: { $0 === root }) {
      let table = names.table(of: root)
      for (name, type) in table.columns + [("Z_PK", .integer)] {
        let place = table.name.unquoted + "." + name.unquoted
        if columns[place] != type.rawValue { return place }
      }
    }
    return names.joinTables.lazy.flatMap { table in
      table.columns.map { table.name.unquoted + "." + $0.unquoted }
    }.first { columns[$0] == nil }
  }
}

extension String {
  /// A name without the quotes that SQL needs around it.
  var unquoted: String {
    hasPrefix("\"") ? String(dropFirst().dropLast()).replacing("\"\"", with: "\"") : self
  }
}

extension StoreMetadata {
  /// Whether Apple's Core Data wrote the store; its hashes of models are not ours.
  var isMadeByApple: Bool { values["NSPersistenceFrameworkVersion"] != nil }
}
