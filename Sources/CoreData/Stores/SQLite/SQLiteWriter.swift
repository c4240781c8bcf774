internal import Foundation

/// Writes the changes of one save, inside its transaction.
struct SQLiteWriter {
  let schema: SQLiteSchema
  let connection: SQLiteConnection
  private static let doing = "saving"

  /// Deletions come first, so that what they free (unique values) can be taken.
  func write(_ changes: StoreChanges) throws -> [Row] {
    var saved: [Row] = []
    saved.reserveCapacity(changes.insertions.count + changes.updates.count)
    for deletion in changes.deletions { try delete(deletion) }
    try freeUniqueValues(of: changes.updates)
    for update in changes.updates { saved.append(try self.update(update)) }
    for insertion in changes.insertions { saved.append(try insert(insertion)) }
    let members = MemberWriter(schema: schema, connection: connection)
    for update in changes.updates { try members.write(update.members, of: update.id) }
    for insertion in changes.insertions { try members.write(insertion.members, of: insertion.id) }
    return saved
  }

  private func insert(_ insertion: StoreChanges.Insertion) throws -> Row {
    let plan = try schema.plan(of: insertion.id.entity)
    let statement = try connection.prepared(plan.insertion, doing: Self.doing)
    statement.bind(insertion.id.rowKey ?? 0, at: 1)
    statement.bind(plan.number, at: 2)
    statement.bind(Int64(1), at: 3)
    bind(plan.slots, insertion.values, to: statement, from: 4)
    try statement.run()
    return Row(id: insertion.id, version: 1, values: insertion.values)
  }

  private func update(_ update: StoreChanges.Update) throws -> Row {
    let plan = try schema.plan(of: update.id.entity)
    let changed = plan.slots.filter { update.changedSlots.contains($0.slot) }
    let columns = changed.flatMap {
      [", \($0.column.name) = ?"] + ($0.column.entity.map { [", \($0) = ?"] } ?? [])
    }
    let statement = try connection.prepared(
      "UPDATE \(plan.table) SET Z_OPT = ?\(columns.joined()) WHERE Z_PK = ? AND Z_OPT = ?",
      doing: Self.doing)
    let row = Row(id: update.id, version: update.base.version + 1, values: update.values)
    statement.bind(row.version, at: 1)
    let next = bind(changed, update.values, to: statement, from: 2)
    statement.bind(update.id.rowKey ?? 0, at: next)
    statement.bind(update.base.version, at: next + 1)
    try statement.run()
    guard connection.changes == 1 else { throw CocoaError.missingRow(update.id) }
    return row
  }

  private func delete(_ deletion: StoreChanges.Deletion) throws {
    let plan = try schema.plan(of: deletion.id.entity)
    let sameVersion = deletion.base == nil ? "" : " AND Z_OPT = ?"
    let statement = try connection.prepared(
      "DELETE FROM \(plan.table) WHERE Z_PK = ?\(sameVersion)", doing: Self.doing)
    statement.bind(deletion.id.rowKey ?? 0, at: 1)
    if let base = deletion.base { statement.bind(base.version, at: 2) }
    try statement.run()
    try MemberWriter(schema: schema, connection: connection).forget(deletion.id)
  }

  @discardableResult
  private func bind(
    _ slots: [SQLiteSchema.WritePlan.Slot], _ values: [Value], to statement: SQLiteStatement,
    from first: Int
  ) -> Int {
    var index = first
    for slot in slots {
      let value = values[slot.slot]
      statement.bind(value, of: slot.property, at: index)
      index += 1
      if slot.column.entity != nil {
        if case .reference(let id) = value {
          statement.bind(schema.names.number(of: id.entity), at: index)
        } else {
          statement.bindNull(at: index)
        }
        index += 1
      }
    }
    return index
  }

  /// Two rows that swap unique values would meet half way; so whoever takes a new one gives up
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
