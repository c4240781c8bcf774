internal import Foundation

/// Writes what to-many relationships keep outside of rows: pairs, and the order of members.
struct MemberWriter {
  let schema: SQLiteSchema
  let connection: SQLiteConnection

  func write(_ changes: [StoreChanges.MemberChange], of owner: NSManagedObjectID) throws {
    for change in changes {
      switch schema.names.members(of: change.relationship) {
      case .column(let table, let column)?:
        guard let order = column.order, let members = change.order else { continue }
        for (place, member) in members.enumerated() {
          try run(
            "UPDATE \(table) SET \(order) = ? WHERE Z_PK = ?", [Int64(place), member.rowKey ?? 0])
        }
      case .pairs(let side)?:
        try write(change, of: owner, to: side)
      case nil: continue
      }
    }
  }

  private func write(
    _ change: StoreChanges.MemberChange, of owner: NSManagedObjectID,
    to side: SchemaNames.JoinTable.Side
  ) throws {
    let key = owner.rowKey ?? 0
    let isItsOwnInverse = change.relationship.inverseRelationship === change.relationship
    func each(_ members: [NSManagedObjectID], _ sql: String) throws {
      for member in members {
        try run(sql, [key, member.rowKey ?? 0])
        if isItsOwnInverse { try run(sql, [member.rowKey ?? 0, key]) }
      }
    }
    try each(
      change.removed, "DELETE FROM \(side.table) WHERE \(side.owner) = ? AND \(side.member) = ?")
    // The other side of the relationship brings the same pairs; they are written once.
    try each(
      change.added,
      "INSERT OR IGNORE INTO \(side.table) (\(side.owner), \(side.member)) VALUES (?, ?)")
    guard let order = side.order, let members = change.order else { return }
    for (place, member) in members.enumerated() {
      try run(
        "UPDATE \(side.table) SET \(order) = ? WHERE \(side.owner) = ? AND \(side.member) = ?",
        [Int64(place), key, member.rowKey ?? 0])
    }
  }

  private func run(_ sql: String, _ numbers: [Int64]) throws {
    let statement = try connection.prepared(sql, doing: "saving")
    for (index, number) in numbers.enumerated() { statement.bind(number, at: index + 1) }
    try statement.run()
  }
}
