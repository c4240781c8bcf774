/// The indexes that a model declares, as SQLite has them.
struct FetchIndexes {
  private let names: SchemaNames

  init(_ names: SchemaNames) { self.names = names }

  /// The statements that make them, by the names of the indexes.
  func creation() throws(SQLTranslationError) -> [String: String] {
    var statements: [String: String] = [:]
    for entity in names.entities {
      for index in entity.indexes {
        let name = Self.name(of: index, entity)
        statements[name] = try creation(of: index, named: name, entity)
      }
    }
    return statements
  }

  private static func name(of index: NSFetchIndexDescription, _ entity: NSEntityDescription)
    -> String
  {
    "Z_\(entity.name ?? "")_\(index.name)"
  }

  private func creation(
    of index: NSFetchIndexDescription, named name: String, _ entity: NSEntityDescription
  ) throws(SQLTranslationError) -> String {
    let columns = index.elements.compactMap { element in
      element.property.flatMap(names.column(of:)).map {
        "\($0.name) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")"
      }
    }
    let table = names.table(of: entity).name
    var sql =
      "CREATE INDEX \(indexIdentifier(name)) ON \(table) (\(columns.joined(separator: ", ")))"
    if let predicate = index.partialIndexPredicate {
      let compiler = SQLCompiler(names: names, storeUUID: nil)
      compiler.place = "the condition of the index '\(index.name)'"
      let context = compiler.outermost(entity)
      let condition = try compiler.condition(predicate, context).literal
      // An index knows one table only, and no names for it.
      sql += " WHERE " + condition.replacing("\(context.source.alias).Z", with: "Z")
    }
    return sql
  }

  /// The statements that make what is missing, make anew what has changed, and drop what no entity
  /// declares any more. Indexes are no part of a model's version, so a store may have been opened
  /// with others before.
  func changes(in connection: SQLiteConnection, _ store: String) throws -> [String] {
    let wanted: [String: String]
    do { wanted = try creation() } catch { throw error.cocoaError(opening: store) }
    var present: [String: String] = [:]
    let statement = try connection.prepared(
      "SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
      doing: "looking at indexes")
    try statement.forEachRow { present[$0.text(0)] = $0.text(1) }
    let stale = present.filter { name, sql in wanted[name] != sql && isFetchIndex(name) }.keys
    let missing = wanted.filter { name, sql in present[name] != sql }
    return stale.sorted().map { "DROP INDEX \(indexIdentifier($0))" }
      + missing.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Whether an index has a name as those of models have: `Z_ENTITY_NAME`.
  private func isFetchIndex(_ name: String) -> Bool {
    names.entities.contains { entity in
      let start = "Z_\(entity.name ?? "")_"
      return name.hasPrefix(start) && !name.hasPrefix(start + "UNIQUE_")
    }
  }
}

/// Names of indexes may have small letters, which need no quotes either.
private func indexIdentifier(_ name: String) -> String {
  let isPlain = name.utf8.allSatisfy {
    (65...90).contains($0) || (97...122).contains($0) || (48...57).contains($0)
      || $0 == UInt8(ascii: "_")
  }
  return isPlain ? name : "\"" + name.replacing("\"", with: "\"\"") + "\""
}
