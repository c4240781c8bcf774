internal import Foundation

/// Writes the tables of a model into an empty database, laid out as Apple's are.
struct SchemaCreation {
  let names: SchemaNames
  let constraints: UniquenessConstraints

  /// Every statement, in order.
  var statements: [String] {
    bookkeeping + names.tables.map(table) + names.joinTables.map(pairs) + referenceIndexes
      + uniqueIndexes + entityRows
  }

  private var bookkeeping: [String] {
    [
      "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, "
        + "Z_SUPER INTEGER, Z_MAX INTEGER)",
      "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
      "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    ]
  }

  func table(_ table: SchemaNames.Table) -> String {
    let columns = table.columns.map { ", \($0.name) \($0.type.rawValue)" }.joined()
    return "CREATE TABLE \(table.name) (Z_PK INTEGER PRIMARY KEY\(columns))"
  }

  func pairs(_ table: SchemaNames.JoinTable) -> String {
    let columns = table.columns.map { "\($0) INTEGER" }.joined(separator: ", ")
    let key = table.columns.prefix(2).joined(separator: ", ")
    return "CREATE TABLE \(table.name) (\(columns), PRIMARY KEY (\(key))) WITHOUT ROWID"
  }

  /// The members of a to-many relationship are looked up by their owner.
  private var referenceIndexes: [String] {
    var statements: [String] = []
    for entity in names.entities {
      for case let relationship as NSRelationshipDescription in entity.ownProperties.sorted(by: {
        $0.name < $1.name
      }) {
        switch names.members(of: relationship) {
        case .column(let table, let owner)?:
          let name = sqlIdentifier("\(table)_\(owner.name)_INDEX".replacing("\"", with: ""))
          statements.append("CREATE INDEX \(name) ON \(table) (\(owner.name))")
        case .pairs(let side)?:
          let name = sqlIdentifier("\(side.table)_\(side.owner)_INDEX".replacing("\"", with: ""))
          statements.append(
            "CREATE INDEX \(name) ON \(side.table) (\(side.owner), \(side.member))")
        case nil: continue
        }
      }
    }
    return statements
  }

  private var uniqueIndexes: [String] { constraints.all.map { UniqueIndex($0, names).creation } }

  private var entityRows: [String] {
    names.entities.map { entity in
      let name = (entity.name ?? "").replacing("'", with: "''")
      let parent = entity.superentity.map(names.number(of:)) ?? 0
      return
        "INSERT INTO Z_PRIMARYKEY VALUES (\(names.number(of: entity)), '\(name)', \(parent), 0)"
    }
  }
}

/// The index that makes a uniqueness constraint quick to check, and holds it against everybody.
struct UniqueIndex {
  let table: String
  let columns: [String]
  /// For a constraint of a subentity: the entities it holds for.
  let condition: String?
  private let name: String

  init(_ constraint: UniquenessConstraints.Constraint, _ names: SchemaNames) {
    table = names.table(of: constraint.entity).name
    let slots = names.columns(of: constraint.entity)
    columns = constraint.slots.compactMap { slots[$0]?.name }
    let numbers = names.numbers(of: constraint.entity)
    condition =
      constraint.entity.superentity == nil
      ? nil : "Z_ENT BETWEEN \(numbers.lowerBound) AND \(numbers.upperBound)"
    name = sqlIdentifier(
      "Z_\(constraint.entity.name ?? "")_UNIQUE_\(constraint.names.joined(separator: "_"))")
  }

  var creation: String {
    "CREATE UNIQUE INDEX \(name) ON \(table) (\(columns.joined(separator: ", ")))"
      + (condition.map { " WHERE \($0)" } ?? "")
  }

  /// Finds the key of the row that has the values.
  var lookup: String {
    let matches = columns.map { "\($0) = ?" } + (condition.map { [$0] } ?? [])
    return matches.joined(separator: " AND ")
  }
}
