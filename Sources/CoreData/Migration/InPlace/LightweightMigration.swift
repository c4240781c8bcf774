internal import Foundation

/// Brings a database that was written with another version of the model up to this one, as far as
/// the change can be worked out from the two (fact R2): entities and properties that came, went or
/// were renamed by renaming identifier, and became optional or got a default.
///
/// Everything happens in the transaction that opens the store: the old tables step aside, new ones
/// are made, the rows are copied over, the old tables go.
struct Migration {
  let connection: SQLiteConnection
  let names: SchemaNames
  let constraints: UniquenessConstraints
  let label: String
  /// An entity that `Z_PRIMARYKEY` calls by another name than the metadata.
  let staleName: (stale: String, name: String)?
  /// What the old database says of its model; nil if Apple wrote it.
  let record: ModelRecord?
  static let doing = "migrating"
  static let aside = "OLD_"

  /// An entity as the old database knows it.
  struct OldEntity {
    var number: Int64
    var parent: Int64
    var lastKey: Int64
    var name: String
  }

  /// An error for a change that cannot be worked out from the two models. Writes nothing.
  func requireInference() throws {
    let old = try oldEntities()
    for root in names.entities where root.superentity == nil {
      let sources = Set(root.family.compactMap { former($0, old).map { rootName(of: $0, old) } })
      if sources.count > 1 {
        throw CocoaError.migrationMergesFamilies(label, root, sources.sorted())
      }
    }
    for entity in names.entities {
      guard let known = former(entity, old) else { continue }
      let types = try columnTypes(of: "Z" + rootName(of: known, old).uppercased())
      for attribute in entity.ownProperties.compactMap({ $0 as? NSAttributeDescription })
      where !attribute.isTransient {
        let name = formerName(of: attribute, in: known) ?? attribute.originalName
        let isFine =
          if let old = record?.type(of: name, in: known.name) {
            attribute.attributeType.takesEverything(of: old)
          } else if let old = types["Z" + name.uppercased()] {
            old == SQLType(attribute.attributeType).rawValue
          } else { true }
        if !isFine { throw CocoaError.migrationChangesType(label, attribute) }
      }
    }
  }

  func columnTypes(of table: String) throws -> [String: String] {
    let columns = try list(
      "SELECT name, type FROM pragma_table_info('\(table.replacing("'", with: "''"))')"
    ) { ($0.text(0), $0.text(1)) }
    return Dictionary(columns, uniquingKeysWith: { first, _ in first })
  }

  /// The old tables may stay for a while; no query reads them.
  func run(defersCleanup: Bool) throws {
    let old = try oldEntities()
    try dropOldTables()
    try stepAside()
    let creation = SchemaCreation(names: names, constraints: constraints)
    // Unique indexes come last: they would only slow the copying down.
    for statement in creation.statements { try connection.execute(statement, doing: Self.doing) }
    for root in names.entities where root.superentity == nil { try copyRows(of: root, from: old) }
    for entity in names.entities { try copyPairs(of: entity, from: old) }
    try restoreKeys(from: old)
    if !defersCleanup { try dropOldTables() }
  }

  func execute(_ sql: String) throws { try connection.execute(sql, doing: Self.doing) }

  func list<Element>(
    _ sql: String, _ read: (SQLiteStatement) -> Element
  ) throws -> [Element] {
    var found: [Element] = []
    try connection.prepared(sql, doing: Self.doing).forEachRow { found.append(read($0)) }
    return found
  }

  private func oldEntities() throws -> [String: OldEntity] {
    let all = try list("SELECT Z_ENT, Z_SUPER, Z_MAX, Z_NAME FROM Z_PRIMARYKEY") { row in
      let name = row.text(3)
      return OldEntity(
        number: row.integer(0), parent: row.integer(1), lastKey: row.integer(2),
        name: name == staleName?.stale ? staleName?.name ?? name : name)
    }
    return Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Old tables

  func oldTables() throws -> [String] { try Self.oldTables(in: connection) }

  /// In the order in which they are dropped.
  static func oldTables(in connection: SQLiteConnection) throws -> [String] {
    var tables: [String] = []
    try connection.prepared(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '\(aside)Z*' "
        + "ORDER BY name", doing: doing
    ).forEachRow { tables.append($0.text(0)) }
    return tables
  }

  private func stepAside() throws {
    let indexes = try list(
      "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL "
        + "AND tbl_name LIKE 'Z%'"
    ) { $0.text(0) }
    for index in indexes { try execute("DROP INDEX \(sqlIdentifier(index))") }
    let tables = try list(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'Z%'"
    ) { $0.text(0) }
    for table in tables {
      try execute(
        "ALTER TABLE \(sqlIdentifier(table)) RENAME TO \(sqlIdentifier(Self.aside + table))")
    }
  }

  private func dropOldTables() throws {
    for table in try oldTables() { try execute("DROP TABLE \(sqlIdentifier(table))") }
  }

  // MARK: Rows

  private func copyRows(of root: NSEntityDescription, from old: [String: OldEntity]) throws {
    let tables = Set(try oldTables())
    for source in Set(root.family.compactMap { former($0, old).map { rootName(of: $0, old) } })
      .sorted()
    {
      let table = Self.aside + "Z" + source.uppercased()
      guard tables.contains(table) else { continue }
      let columns = Set(
        try list("SELECT name FROM pragma_table_info('\(table)')") { $0.text(0) })
      var copied: [(to: String, from: String)] = [
        ("Z_PK", "Z_PK"), ("Z_ENT", newNumber(of: "Z_ENT", old)), ("Z_OPT", "Z_OPT"),
      ]
      for entity in root.family {
        for property in entity.storedProperties.sorted(by: { $0.name < $1.name }) {
          copied += try self.columns(of: property, in: columns, table: table, old)
        }
      }
      let numbers = root.family.compactMap { former($0, old).map { "\($0.number)" } }
      try execute(
        "INSERT INTO \(names.table(of: root).name) (\(copied.map(\.to).joined(separator: ", "))) "
          + "SELECT \(copied.map(\.from).joined(separator: ", ")) FROM \(sqlIdentifier(table)) "
          + "WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))")
    }
  }

  func rootName(of entity: OldEntity, _ old: [String: OldEntity]) -> String {
    guard let parent = old.values.first(where: { $0.number == entity.parent }) else {
      return entity.name
    }
    return rootName(of: parent, old)
  }

  /// How many rows there are.
  func rowCount() throws -> Int {
    let roots = names.entities.filter { $0.superentity == nil }
    return try roots.reduce(0) { sum, root in
      let counted = try list("SELECT COUNT(*) FROM \(names.table(of: root).name)") { $0.integer(0) }
      return sum + Int(counted.first ?? 0)
    }
  }

  // MARK: Keys

  private func restoreKeys(from old: [String: OldEntity]) throws {
    for root in names.entities where root.superentity == nil {
      // A parent that is new takes over the keys of the entities below it.
      let sources = Set(root.family.compactMap { former($0, old).map { rootName(of: $0, old) } })
      let last = sources.compactMap { old[$0]?.lastKey }.max() ?? 0
      try execute(
        "UPDATE Z_PRIMARYKEY SET Z_MAX = MAX(\(last), "
          + "(SELECT IFNULL(MAX(Z_PK), 0) FROM \(names.table(of: root).name))) "
          + "WHERE Z_ENT = \(names.number(of: root))")
    }
  }
}
