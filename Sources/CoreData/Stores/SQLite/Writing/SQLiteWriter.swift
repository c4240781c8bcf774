internal import Foundation

/// Writes the changes of one save, inside its transaction.
struct SQLiteWriter {
  let schema: SQLiteSchema
  let connection: SQLiteConnection
  private var insertions = StatementAtHand(sql: \.insertion)
  private var deletions = StatementAtHand(sql: \.deletion)
  private var guardedDeletions = StatementAtHand(sql: \.guardedDeletion)
  private static let doing = "saving"

  init(schema: SQLiteSchema, connection: SQLiteConnection) {
    self.schema = schema
    self.connection = connection
  }

  /// Deletions come first, so that what they free (unique values) can be taken.
  mutating func write(_ changes: StoreChanges) throws -> [Row] {
    for index in changes.deletions.indices {
      try delete(changes.deletions[index].id, changes.deletions[index].base?.version)
    }
    try freeUniqueValues(of: changes.updates)
    try update(changes.updates)
    var rows = changes.insertions.map { $0.row }
    try insert(rows)
    try writeMembers(changes)
    rows += changes.updates.lazy.map { $0.row }
    return rows
  }

  private func writeMembers(_ changes: StoreChanges) throws {
    let members = MemberWriter(schema: schema, connection: connection)
    for index in changes.updates.indices where !changes.updates[index].members.isEmpty {
      try members.write(changes.updates[index].members, of: changes.updates[index].id)
    }
    for index in changes.insertions.indices where !changes.insertions[index].members.isEmpty {
      try members.write(changes.insertions[index].members, of: changes.insertions[index].id)
    }
  }

  private mutating func insert(_ rows: [Row]) throws {
    var next = 0
    while next < rows.count {
      next = try insertions.statement(for: rows[next].id.scope, schema, connection)
        .insert(rows, from: next, on: connection)
    }
  }

  private mutating func update(_ updates: [StoreChanges.Update]) throws {
    var next = 0
    while next < updates.count {
      next = try update(of: updates[next].id.scope, updates[next].changedSlots)
        .update(updates, from: next, on: connection)
    }
  }

  /// The statement for updates of one entity that change the same slots.
  private func update(of scope: IDScope, _ changed: SlotSet) throws -> RowStatement {
    let plan = try schema.plan(of: scope.entity)
    let slots = plan.slots.filter { changed.contains($0.slot) }
    let columns = slots.flatMap { zip($0.columns, $0.marks).map { ", \($0) = \($1)" } }
    let statement = try connection.prepared(
      "UPDATE \(plan.table) SET Z_OPT = ?\(columns.joined()) WHERE Z_PK = ? AND Z_OPT = ?",
      doing: Self.doing)
    return RowStatement(
      statement, of: scope.layout, plan, places: slots.map(WritePlan.Place.init), schema.names)
  }

  private mutating func delete(_ id: NSManagedObjectID, _ version: Int64?) throws {
    let key = id.rowKey ?? 0
    let statement: RowStatement
    if let version {
      statement = try guardedDeletions.statement(for: id.scope, schema, connection)
      try statement.delete(key, version: version)
    } else {
      statement = try deletions.statement(for: id.scope, schema, connection)
      try statement.delete(key)
    }
    for sql in statement.plan.pairDeletions {
      let statement = try connection.prepared(sql, doing: Self.doing)
      statement.bind(key, at: 1)
      try statement.run()
    }
  }

  /// Two rows that swap unique values would meet half way; so the row that takes a new one gives up
  /// the old one first.
  private func freeUniqueValues(of updates: [StoreChanges.Update]) throws {
    if schema.constraints.isEmpty { return }
    for update in updates {
      let plan = try schema.plan(of: update.id.entity)
      for constraint in schema.constraints.constraints(of: update.id.entity) {
        for slot in plan.slots
        where constraint.slots.contains(slot.slot) && update.changedSlots.contains(slot.slot) {
          let statement = try connection.prepared(
            "UPDATE \(plan.table) SET \(slot.column.name) = NULL WHERE Z_PK = ?",
            doing: Self.doing)
          statement.bind(update.id.rowKey ?? 0, at: 1)
          try statement.run()
        }
      }
    }
  }
}

/// A statement of the last entity it was needed for: most changes of a save are alike.
private struct StatementAtHand {
  let sql: any KeyPath<WritePlan, String> & Sendable
  private var last: RowStatement?

  init(sql: any KeyPath<WritePlan, String> & Sendable) { self.sql = sql }

  @inline(__always)
  mutating func statement(
    for scope: IDScope, _ schema: SQLiteSchema, _ connection: SQLiteConnection
  ) throws -> RowStatement {
    if let last, last.layout === scope.layout {
      connection.noteRepetitions(of: last.statement)
      return last
    }
    return try prepare(for: scope, schema, connection)
  }

  private mutating func prepare(
    for scope: IDScope, _ schema: SQLiteSchema, _ connection: SQLiteConnection
  ) throws -> RowStatement {
    let plan = try schema.plan(of: scope.entity)
    let prepared = try connection.prepared(plan[keyPath: sql], doing: "saving")
    let statement = RowStatement(
      prepared, of: scope.layout, plan, places: plan.places, schema.names)
    last = statement
    return statement
  }
}

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
          // A member that others have moved away meanwhile keeps its place there.
          try run(
            "UPDATE \(table) SET \(order) = ? WHERE Z_PK = ? AND \(column.name) = ?",
            [Int64(place), member.rowKey ?? 0, owner.rowKey ?? 0])
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
