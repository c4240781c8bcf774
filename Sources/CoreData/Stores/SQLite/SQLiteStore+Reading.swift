internal import Foundation

extension SQLiteStore {
  private static let doing = "fetching"

  func rows(matching query: StoreQuery) throws -> [Row] {
    let reader = try schema.reader(of: query.entity, names: query.propertiesToFetch)
    let select = try select(query, as: .rows(columns: reader.columns))
    return try results(of: select) { statement in
      // Rows with some of their values are for the caller, not for the cache.
      if query.propertiesToFetch != nil { return try reader.rows(statement) }
      var reading = RowReading(by: reader, into: cache, at: now)
      return try reading.rows(statement)
    }
  }

  func ids(matching query: StoreQuery) throws -> [NSManagedObjectID] {
    let reader = try schema.reader(of: query.entity)
    return try eachResult(of: select(query, as: .ids)) { try reader.id($0) }
  }

  func faults(matching query: StoreQuery, keepingRows: Bool) throws -> FetchedKeys {
    let reader = try schema.reader(of: query.entity)
    let select = try select(query, as: keepingRows ? .rows(columns: reader.columns) : .ids)
    return try results(of: select) { statement in
      if !keepingRows { return try reader.keys(statement) }
      var reading = RowReading(by: reader, into: cache, at: now, forFaults: true)
      return try reading.keys(statement)
    }
  }

  func count(matching query: StoreQuery) throws -> Int {
    try eachResult(of: select(query, as: .count)) { Int($0.integer(0)) }.first ?? 0
  }

  func dictionaries(matching query: StoreQuery) throws -> [[String: Any]] {
    let select = try select(query, as: .dictionaries)
    let reader = DictionaryReader(
      columns: select.columns, names: schema.names, storeUUID: identifier)
    return try eachResult(of: select) { try reader.dictionary($0) }
  }

  func select(_ query: StoreQuery, as form: SQLTranslation.Form) throws -> SQLStatement {
    do {
      return try SQLTranslation.statement(
        for: query, as: form, names: schema.names, storeUUID: identifier)
    } catch {
      throw error.cocoaError(fetching: query.entity.name ?? "?")
    }
  }

  private func eachResult<Result>(
    of select: SQLStatement, _ read: (SQLiteStatement) throws -> Result
  ) throws -> [Result] {
    try results(of: select) { statement in
      var results: [Result] = []
      try statement.forEachRow { results.append(try read($0)) }
      return results
    }
  }

  private func results<Results>(
    of select: SQLStatement, _ read: (SQLiteStatement) throws -> Results
  ) throws -> Results {
    try reading { connection in
      let statement = try connection.prepared(select.text, doing: Self.doing)
      statement.bind(select.bindings)
      return try read(statement)
    }
  }
}

// MARK: Faults

extension SQLiteStore {
  /// How many keys one statement asks for.
  static let keysPerStatement = 256

  func row(for id: NSManagedObjectID, maximumAge: TimeInterval?) throws -> Row? {
    if let row = cache.row(for: id, now: now, maximumAge: maximumAge) { return row }
    let row = try readRows([id.rowKey ?? 0], of: id.entity.root).first
    if row == nil { cache.forget([id]) }
    return row
  }

  func rows(for ids: [NSManagedObjectID], maximumAge: TimeInterval?) throws -> [Row] {
    let now = now
    var rows: [Row?] = []
    rows.reserveCapacity(ids.count)
    var missing: [(root: NSEntityDescription, keys: [Int64])] = []
    for id in ids {
      let row = cache.row(for: id, now: now, maximumAge: maximumAge)
      rows.append(row)
      if row != nil { continue }
      let family = id.scope.family
      if let place = missing.firstIndex(where: { $0.root.layout.family === family }) {
        missing[place].keys.append(id.rowKey ?? 0)
      } else {
        missing.append((id.entity.root, [id.rowKey ?? 0]))
      }
    }
    for (root, keys) in missing {
      let read = Dictionary(
        try readRows(keys, of: root).map { ($0.id.rowKey ?? 0, $0) },
        uniquingKeysWith: { first, _ in first })
      let family = root.layout.family
      for index in rows.indices where rows[index] == nil && ids[index].scope.family === family {
        rows[index] = read[ids[index].rowKey ?? 0]
      }
    }
    return rows.compactMap { $0 }
  }

  private func readRows(_ keys: [Int64], of root: NSEntityDescription) throws -> [Row] {
    let reader = try schema.reader(of: root)
    let start =
      "SELECT \(reader.selection(schema.names, root)) FROM "
      + schema.names.table(of: root).name + " WHERE Z_PK "
    var reading = cache.reading(at: now)
    func rows(_ condition: String, _ bindings: [SQLBinding]) throws -> [Row] {
      let select = SQLStatement(text: start + condition, bindings: bindings)
      return try results(of: select) { try reader.rows($0) }
    }
    if keys.count == 1 {
      let found = try rows("= ?", [.integer(keys[0])])
      cache.keep(found[...], from: &reading)
      return found
    }
    let marks = Array(repeating: "?", count: Self.keysPerStatement).joined(separator: ", ")
    var result: [Row] = []
    for first in stride(from: 0, to: keys.count, by: Self.keysPerStatement) {
      var bindings = keys[first..<min(first + Self.keysPerStatement, keys.count)]
        .map(SQLBinding.integer)
      // The last, shorter lot repeats a key, so that one prepared statement serves all lots.
      while bindings.count < Self.keysPerStatement { bindings.append(bindings[0]) }
      result += try rows("IN (\(marks))", bindings)
    }
    cache.keep(result[...], from: &reading)
    return result
  }

  func members(
    of relationship: NSRelationshipDescription, owner: NSManagedObjectID
  ) throws -> [NSManagedObjectID] {
    guard let destination = relationship.destinationEntity,
      let members = schema.names.members(of: relationship)
    else { return [] }
    let reader = try schema.reader(of: destination.root)
    let sql = members.selection(from: schema.names.table(of: destination).name)
    return try reading { connection in
      let statement = try connection.prepared(sql, doing: Self.doing)
      statement.bind(owner.rowKey ?? 0, at: 1)
      var ids: [NSManagedObjectID] = []
      try statement.forEachRow { ids.append(try reader.id($0)) }
      return ids
    }
  }
}

extension SchemaNames.Members {
  /// Selects key and entity of the members of one owner, in order.
  func selection(from destination: String) -> String {
    switch self {
    case .column(let table, let owner):
      let order = owner.order.map { "\($0), " } ?? ""
      return "SELECT Z_PK, Z_ENT FROM \(table) WHERE \(owner.name) = ? ORDER BY \(order)Z_PK"
    case .pairs(let side):
      let order = side.order.map { "pair.\($0), " } ?? ""
      return "SELECT t.Z_PK, t.Z_ENT FROM \(side.table) pair JOIN \(destination) t "
        + "ON t.Z_PK = pair.\(side.member) WHERE pair.\(side.owner) = ? ORDER BY \(order)t.Z_PK"
    }
  }
}
