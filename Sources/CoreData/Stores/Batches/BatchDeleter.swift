internal import Foundation

/// Deletes rows and does to their relationships what the delete rules say: cascade goes on,
/// everything else lets go. Deny rules and minimum counts are not looked at (fact BR4).
struct BatchDeleter {
  let schema: SQLiteSchema
  let connection: SQLiteConnection
  private var recorder: HistoryRecorder?
  /// Every row that was deleted or lost a reference.
  private(set) var touched: [NSManagedObjectID] = []
  private var deleted: Set<NSManagedObjectID> = []
  private static let doing = "deleting a batch"

  init(schema: SQLiteSchema, connection: SQLiteConnection, recorder: HistoryRecorder?) {
    self.schema = schema
    self.connection = connection
    self.recorder = recorder
  }

  mutating func delete(_ ids: [NSManagedObjectID]) throws {
    for id in ids where deleted.insert(id).inserted {
      touched.append(id)
      for relationship in id.entity.relationships { try leave(relationship, of: id) }
      try recorder?.noteDeletion(of: id)
      try run("DELETE FROM \(schema.plan(of: id.entity).table) WHERE Z_PK = ?", [id.rowKey ?? 0])
    }
  }

  /// Writes down what is left of the history.
  mutating func finish() throws { try recorder?.finish() }

  private mutating func leave(
    _ relationship: NSRelationshipDescription, of id: NSManagedObjectID
  ) throws {
    let others = try destinations(of: relationship, from: id)
    if relationship.isToMany { try release(others, from: relationship, of: id) }
    if relationship.deleteRule == .cascadeDeleteRule { try delete(others) }
  }

  private func destinations(
    of relationship: NSRelationshipDescription, from id: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    guard let destination = relationship.destinationEntity else { return [] }
    let reader = try schema.reader(of: destination.root)
    let table = schema.names.table(of: destination).name
    let sql: String
    if let column = schema.names.column(of: relationship) {
      sql =
        "SELECT Z_PK, Z_ENT FROM \(table) WHERE Z_PK = "
        + "(SELECT \(column.name) FROM \(try schema.plan(of: id.entity).table) WHERE Z_PK = ?)"
    } else if let members = schema.names.members(of: relationship) {
      sql = members.selection(from: table)
    } else {
      return []
    }
    let statement = try connection.prepared(sql, doing: Self.doing)
    statement.bind(id.rowKey ?? 0, at: 1)
    var found: [NSManagedObjectID] = []
    try statement.forEachRow { found.append(try reader.id($0)) }
    return found
  }

  /// Takes the references back that others have to a row, in their columns or in pairs.
  private mutating func release(
    _ others: [NSManagedObjectID], from relationship: NSRelationshipDescription,
    of id: NSManagedObjectID
  ) throws {
    switch schema.names.members(of: relationship) {
    case .column(let table, let owner)?:
      touched += others
      try run(
        "UPDATE \(table) SET \(owner.name) = NULL, Z_OPT = Z_OPT + 1 WHERE \(owner.name) = ?",
        [id.rowKey ?? 0])
    case .pairs(let side)?:
      try run("DELETE FROM \(side.table) WHERE \(side.owner) = ?", [id.rowKey ?? 0])
    case nil: break
    }
  }

  private func run(_ sql: String, _ numbers: [Int64]) throws {
    let statement = try connection.prepared(sql, doing: Self.doing)
    for (index, number) in numbers.enumerated() { statement.bind(number, at: index + 1) }
    try statement.run()
  }
}

extension NSEntityDescription {
  fileprivate var relationships: [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }.filter { !$0.isTransient }
  }
}
