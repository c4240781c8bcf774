internal import Foundation

extension SQLiteStore: BatchStore {
  func insert(
    _ request: NSBatchInsertRequest, into entity: NSEntityDescription, upserts: Bool,
    by author: HistoryAuthor
  ) throws -> InsertedRows {
    let schema = schema
    let (rows, changed) = try writing("inserting a batch") { connection in
      var inserter = try BatchInserter(
        entity, schema: schema, upserts: upserts, connection: connection)
      for dictionary in request.objectsToInsert ?? [] { try inserter.insert(dictionary) }
      try request.eachFilledDictionary(capacity: inserter.width) { try inserter.insert($0) }
      try request.eachObject(of: entity) { try inserter.insert($0) }
      try inserter.finish()
      let (rows, updated) = (inserter.rows, inserter.updated)
      if var recorder = recorder(of: author, schema, connection) {
        for key in rows.keys where !updated.contains(key) {
          try recorder.noteInsertion(of: key, rows.scope)
        }
        for key in rows.keys where updated.contains(key) {
          try recorder.noteUpdate(of: key, rows.scope, names: inserter.suppliedNames)
        }
        try recorder.finish()
      }
      let changed = rows.keys.filter(updated.contains).map(rows.id)
      return (rows, changed + (derivedRows?.take(schema) ?? []))
    }
    // What is new was never in the row cache.
    cache.commit(written: [], deleted: changed, at: now)
    return rows
  }

  func update(
    _ request: NSBatchUpdateRequest, of entity: NSEntityDescription, by author: HistoryAuthor
  ) throws -> [NSManagedObjectID] {
    var query = StoreQuery(entity: entity, includesSubentities: request.includesSubentities)
    query.predicate = request.predicate
    let schema = schema
    let (ids, derived) = try writing("updating a batch") { connection in
      let rows = try rows(matching: query, in: connection)
      let updater = try BatchUpdater(
        entity, request.propertiesToUpdate ?? [:], schema: schema, connection: connection)
      for row in rows { try updater.update(row, in: StoreGraph(store: self)) }
      if var recorder = recorder(of: author, schema, connection) {
        for row in rows {
          try recorder.noteUpdate(of: row.id.rowKey ?? 0, row.id.scope, names: updater.names)
        }
        try recorder.finish()
      }
      return (rows.map(\.id), derivedRows?.take(schema) ?? [])
    }
    // No context is told, not even the row cache: a context that holds these rows, or takes them
    // from there, finds out when it saves (fact K12).
    cache.commit(written: [], deleted: derived, at: now)
    return ids
  }

  func delete(
    _ request: NSBatchDeleteRequest, of entity: NSEntityDescription, by author: HistoryAuthor
  ) throws -> [NSManagedObjectID] {
    let schema = schema
    let (ids, gone) = try writing("deleting a batch") { connection in
      let ids: [NSManagedObjectID] =
        switch request.choice {
        case .ids(let ids): ids
        case .fetch(let fetch):
          try rows(matching: fetch.plan.query(for: entity), in: connection).map(\.id)
        }
      let recorder = recorder(of: author, schema, connection)
      var deleter = BatchDeleter(schema: schema, connection: connection, recorder: recorder)
      try deleter.delete(ids)
      try deleter.finish()
      return (ids, deleter.touched + (derivedRows?.take(schema) ?? []))
    }
    cache.commit(written: [], deleted: gone, at: now)
    return ids
  }
}

extension SQLiteStore {
  /// The rows that match, as the transaction of a connection sees them.
  private func rows(matching query: StoreQuery, in connection: SQLiteConnection) throws -> [Row] {
    let reader = try schema.reader(of: query.entity)
    let select = try select(query, as: .rows(columns: reader.columns))
    let statement = try connection.prepared(select.text, doing: "executing a batch")
    statement.bind(select.bindings)
    return try reader.rows(statement)
  }
}
