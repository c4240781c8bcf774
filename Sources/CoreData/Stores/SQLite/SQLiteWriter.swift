internal import Foundation

/// Writes the changes of one save, inside its transaction.
struct SQLiteWriter {
  let schema: SQLiteSchema
  let connection: SQLiteConnection
  private var lastShape: UpdateShape?
  private var insertions = StatementAtHand(sql: \.insertion)
  private var deletions = StatementAtHand(sql: \.deletion)
  private var guardedDeletions = StatementAtHand(sql: \.guardedDeletion)
  private static let doing = "saving"

  private struct UpdateShape {
    var plan: WritePlan
    var changed: SlotSet
    var places: [WritePlan.Place]
    var statement: SQLiteStatement
  }

  init(schema: SQLiteSchema, connection: SQLiteConnection) {
    self.schema = schema
    self.connection = connection
  }

  /// Deletions come first, so that what they free (unique values) can be taken.
  mutating func write(_ changes: StoreChanges) throws -> [Row] {
    for deletion in changes.deletions { try delete(deletion) }
    try freeUniqueValues(of: changes.updates)
    for update in changes.updates { try write(update) }
    for insertion in changes.insertions { try insert(insertion.row) }
    let members = MemberWriter(schema: schema, connection: connection)
    for update in changes.updates { try members.write(update.members, of: update.id) }
    for insertion in changes.insertions { try members.write(insertion.members, of: insertion.id) }
    return changes.insertions.map(\.row) + changes.updates.map(\.row)
  }

  private mutating func insert(_ row: Row) throws {
    let (plan, statement) = try insertions.prepared(for: row.id.origin, schema, connection)
    statement.bind(row.id.rowKey ?? 0, at: 1)
    statement.bind(plan.number, at: 2)
    statement.bind(row.version, at: 3)
    bind(plan, plan.places, row.values, to: statement, from: 4)
    try statement.run()
  }

  private mutating func write(_ update: StoreChanges.Update) throws {
    let shape = try shape(of: update)
    let statement = shape.statement
    let row = update.row
    statement.bind(row.version, at: 1)
    let next = bind(shape.plan, shape.places, row.values, to: statement, from: 2)
    statement.bind(row.id.rowKey ?? 0, at: next)
    statement.bind(update.base.version, at: next + 1)
    try statement.run()
    guard connection.changes == 1 else { throw StaleRow() }
  }

  /// The statement for updates of one entity that change the same slots. Most updates of a save
  /// are alike, so the last one is kept at hand.
  private mutating func shape(of update: StoreChanges.Update) throws -> UpdateShape {
    let plan = try schema.plan(of: update.id.entity)
    if let last = lastShape, last.plan === plan, last.changed == update.changedSlots {
      return last
    }
    let slots = plan.slots.filter { update.changedSlots.contains($0.slot) }
    let columns = slots.flatMap(\.columns).map { ", \($0) = ?" }
    let statement = try connection.prepared(
      "UPDATE \(plan.table) SET Z_OPT = ?\(columns.joined()) WHERE Z_PK = ? AND Z_OPT = ?",
      doing: Self.doing)
    let shape = UpdateShape(
      plan: plan, changed: update.changedSlots, places: slots.map(WritePlan.Place.init),
      statement: statement)
    lastShape = shape
    return shape
  }

  private mutating func delete(_ deletion: StoreChanges.Deletion) throws {
    let key = deletion.id.rowKey ?? 0
    let origin = deletion.id.origin
    let plan: WritePlan
    if let base = deletion.base {
      let (known, statement) = try guardedDeletions.prepared(for: origin, schema, connection)
      statement.bind(key, at: 1)
      statement.bind(base.version, at: 2)
      try statement.run()
      if connection.changes != 1 { throw StaleRow() }
      plan = known
    } else {
      let (known, statement) = try deletions.prepared(for: origin, schema, connection)
      statement.bind(key, at: 1)
      try statement.run()
      plan = known
    }
    for sql in plan.pairDeletions {
      let statement = try connection.prepared(sql, doing: Self.doing)
      statement.bind(key, at: 1)
      try statement.run()
    }
  }

  @discardableResult
  private func bind(
    _ plan: WritePlan, _ places: [WritePlan.Place], _ values: [Value],
    to statement: SQLiteStatement,
    from first: Int
  ) -> Int {
    var index = first
    for slot in places {
      let value = values[slot.slot]
      statement.bind(value, of: plan.properties[slot.slot], at: index)
      index += 1
      if slot.tellsEntity {
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

/// A statement of the last entity it was needed for: most changes of a save are alike.
private struct StatementAtHand {
  let sql: any KeyPath<WritePlan, String> & Sendable
  private var last: (layout: EntityLayout, plan: WritePlan, statement: SQLiteStatement)?

  init(sql: any KeyPath<WritePlan, String> & Sendable) { self.sql = sql }

  mutating func prepared(
    for origin: IDOrigin, _ schema: SQLiteSchema, _ connection: SQLiteConnection
  ) throws -> (WritePlan, SQLiteStatement) {
    if let last, last.layout === origin.layout {
      connection.noteRepetition(of: last.statement)
      return (last.plan, last.statement)
    }
    let plan = try schema.plan(of: origin.entity)
    let statement = try connection.prepared(plan[keyPath: sql], doing: "saving")
    last = (origin.layout, plan, statement)
    return (plan, statement)
  }
}

/// Somebody else has changed or deleted a row since it was read.
struct StaleRow: Error {}
