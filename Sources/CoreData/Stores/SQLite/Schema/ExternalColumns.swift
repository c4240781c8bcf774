internal import Foundation

/// The columns whose values may lie in files, and the triggers that tell when a file goes.
struct ExternalColumns {
  private let all: [(table: String, column: String)]

  init(_ names: SchemaNames) {
    all = names.entities.flatMap { entity in
      entity.storedProperties.compactMap { property -> (table: String, column: String)? in
        guard (property as? NSAttributeDescription)?.isExternal == true,
          let column = names.column(of: property)
        else { return nil }
        return (names.table(of: entity).name, column.name)
      }
    }
  }

  var isEmpty: Bool { all.isEmpty }

  func contains(_ column: String, of table: String) -> Bool {
    all.contains { $0.column == column && $0.table == table }
  }

  /// What reads a column: its name, or a call that knows where the value is.
  func reading(_ column: String, of table: String, alias: String? = nil) -> String {
    let name = alias.map { "\($0).\(column)" } ?? column
    return !isEmpty && contains(column, of: table) ? "\(ExternalFiles.load)(\(name))" : name
  }

  /// Temporary, because they call a function that only our connections have.
  var triggers: [String] {
    all.enumerated().flatMap { number, one in
      let old = "OLD.\(one.column)"
      let body = "BEGIN SELECT \(ExternalFiles.drop)(\(old)); END"
      return [
        "CREATE TEMP TRIGGER Z_DELETED_\(number) AFTER DELETE ON main.\(one.table) "
          + "WHEN \(old) IS NOT NULL \(body)",
        "CREATE TEMP TRIGGER Z_REPLACED_\(number) AFTER UPDATE OF \(one.column) "
          + "ON main.\(one.table) WHEN \(old) IS NOT NEW.\(one.column) \(body)",
      ]
    }
  }

  /// The names of all files that rows refer to.
  func files(in connection: SQLiteConnection) throws -> Set<String> {
    var found: Set<String> = []
    for one in all {
      let statement = try connection.prepared(
        "SELECT \(one.column) FROM \(one.table) WHERE substr(\(one.column), 1, 1) = X'02'",
        doing: "looking for large values")
      try statement.forEachRow { row in
        if let name = ExternalFiles.fileName(in: row.data(0)) { found.insert(name) }
      }
    }
    return found
  }
}

extension NSAttributeDescription {
  /// Whether its values may lie in files: data, and transformable values, which are kept as data.
  var isExternal: Bool {
    guard allowsExternalBinaryDataStorage, !isTransient else { return false }
    return attributeType == .binaryDataAttributeType || attributeType == .transformableAttributeType
  }
}
