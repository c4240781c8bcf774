internal import Foundation

extension SQLiteStore {
  func save(_ changes: StoreChanges, resolve: ClashSettling) throws -> SavedRows {
    let schema = schema
    let written = try writeUncontested(changes, schema) ?? writeContested(changes, schema, resolve)
    // Only now, behind the commit: a save that failed leaves the cache as it was.
    if written.derived.isEmpty {
      cache.commit(
        written: written.rows, deleted: written.deletions.lazy.map { $0.id }, at: now)
    } else {
      let derived = Set(written.derived.map(IDKey.init))
      cache.commit(
        written: written.rows.filter { !derived.contains(IDKey($0.id)) },
        deleted: written.deletions.map(\.id) + written.derived, at: now)
    }
    var saved = SavedRows(rows: written.rows)
    saved.transactions[identifier] = written.transaction
    return saved
  }

  /// What a save wrote, what it deleted, the rows whose derived attributes may have changed, and
  /// its number in the history.
  private typealias Written = (
    rows: [Row], deletions: [StoreChanges.Deletion], derived: [NSManagedObjectID],
    transaction: Int64?
  )

  /// Writes in the hope that the rows were not changed meanwhile: every statement names the version
  /// it replaces, so no version has to be read first. nil if they were; then all is taken back.
  private func writeUncontested(_ changes: StoreChanges, _ schema: SQLiteSchema) throws -> Written?
  {
    guard schema.constraints.isEmpty, changes.locked.isEmpty, !changes.mayInsertAgain else {
      return nil
    }
    do {
      return try writing("saving") { connection in
        let (rows, transaction) = try write(changes, by: changes.author, schema, connection)
        return (rows, changes.deletions, derivedRows?.take(schema) ?? [], transaction)
      }
    } catch is StaleRow { return nil }
  }

  /// Looks for what is in the way before anything is written, and has it resolved.
  private func writeContested(
    _ changes: StoreChanges, _ schema: SQLiteSchema, _ resolve: ClashSettling
  ) throws -> Written {
    try writing("saving") { connection in
      let present = SQLitePresentRows(schema: schema, cache: cache, connection: connection)
      let settled = try ConflictDetector(present: present, constraints: schema.constraints)
        .settle(changes, resolve: resolve)
      let (rows, transaction) = try write(settled, by: changes.author, schema, connection)
      return (rows, settled.deletions, derivedRows?.take(schema) ?? [], transaction)
    }
  }

  /// Writes the rows, and beside them the history.
  private func write(
    _ changes: StoreChanges, by author: HistoryAuthor, _ schema: SQLiteSchema,
    _ connection: SQLiteConnection
  ) throws -> (rows: [Row], transaction: Int64?) {
    var writer = SQLiteWriter(schema: schema, connection: connection)
    guard var recorder = recorder(of: author, schema, connection) else {
      return (try writer.write(changes), nil)
    }
    try recorder.noteDeletions(of: changes)
    let rows = try writer.write(changes)
    try recorder.noteInsertionsAndUpdates(of: changes)
    try recorder.finish()
    return (rows, recorder.transaction)
  }
}

extension SQLiteStore {
  func versions(of id: NSManagedObjectID) throws -> RowVersions {
    let schema = schema
    return try reading { connection in
      let present = SQLitePresentRows(schema: schema, cache: cache, connection: connection)
      return RowVersions(
        cached: present.cachedRow(for: id)?.version, stored: try present.storedVersion(of: id))
    }
  }
}

/// The rows as they are, read inside the transaction of a save.
struct SQLitePresentRows: PresentRows {
  let schema: SQLiteSchema
  let cache: RowCache
  let connection: SQLiteConnection

  func cachedRow(for id: NSManagedObjectID) -> Row? { cache.row(for: id) }

  func storedVersion(of id: NSManagedObjectID) throws -> Int64? {
    let plan = try schema.plan(of: id.entity)
    let statement = try connection.prepared(
      plan.version, doing: "comparing versions")
    statement.bind(id.rowKey ?? 0, at: 1)
    return try statement.first { $0.integer(0) }
  }

  func storedRow(for id: NSManagedObjectID) throws -> Row? {
    try row(of: id.entity.root, where: "Z_PK = ?") { $0.bind(id.rowKey ?? 0, at: 1) }
  }

  func row(having claim: UniqueClaim) throws -> Row? {
    guard let entity = schema.model.entitiesByName[claim.entity],
      let index = schema.uniqueIndex(of: claim)
    else { return nil }
    return try row(of: entity, where: index.lookup) { statement in
      for (place, value) in claim.values.enumerated() {
        try statement.bind(
          value, in: claim.slots[place], of: entity.layout.slots, at: place + 1)
      }
    }
  }

  private func row(
    of entity: NSEntityDescription, where condition: String,
    bind: (SQLiteStatement) throws -> Void
  ) throws -> Row? {
    let reader = try schema.reader(of: entity)
    let sql =
      "SELECT \(reader.selection(schema.names, entity)) FROM "
      + "\(schema.names.table(of: entity).name) WHERE \(condition)"
    let statement = try connection.prepared(sql, doing: "looking for conflicts")
    try bind(statement)
    return try reader.rows(statement, atMost: 1).first
  }
}
