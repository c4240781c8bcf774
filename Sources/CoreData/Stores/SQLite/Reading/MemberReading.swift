internal import Foundation

// The members of many owners at once: one statement for as many owners as it takes keys.

extension SQLiteStore {
  func memberRows(
    of relationship: NSRelationshipDescription, owners: [NSManagedObjectID]
  ) throws -> [MemberRow] {
    guard let destination = relationship.destinationEntity,
      let members = schema.names.members(of: relationship)
    else { return [] }
    let reader = try schema.reader(of: destination.root)
    let sql = members.selection(
      of: reader.selection(schema.names, destination, alias: "t"),
      from: schema.names.table(of: destination).name,
      owners: Self.keysPerStatement)
    var reading = cache.reading(at: now)
    var found: [MemberRow] = []
    for first in stride(from: 0, to: owners.count, by: Self.keysPerStatement) {
      let lot = Array(owners[first..<min(first + Self.keysPerStatement, owners.count)])
      found += try memberRows(of: lot, reader, sql)
    }
    cache.keep(found.map(\.row)[...], from: &reading)
    return found
  }

  private func memberRows(
    of owners: [NSManagedObjectID], _ reader: RowReader, _ sql: String
  ) throws -> [MemberRow] {
    let owner = Dictionary(
      owners.map { ($0.rowKey ?? 0, $0) }, uniquingKeysWith: { first, _ in first })
    // A shorter lot repeats a key, so that one prepared statement serves all lots.
    let bindings = (0..<Self.keysPerStatement).map { place in
      SQLBinding.integer(owners[min(place, owners.count - 1)].rowKey ?? 0)
    }
    return try reading { connection in
      let statement = try connection.prepared(sql, doing: "prefetching")
      statement.bind(bindings)
      var packer = RowPacker(by: reader)
      var (members, ids): ([Row], [NSManagedObjectID]) = ([], [])
      try statement.forEachRow { statement in
        guard let owner = owner[statement.integer(Int32(reader.columns.count))] else { return }
        try reader.read(statement, by: &packer)
        ids.append(owner)
      }
      packer.finish()
      for batch in packer.takeBatches() { batch.append(to: &members) }
      return zip(ids, members).map(MemberRow.init)
    }
  }
}

extension SchemaNames.Members {
  /// Selects the rows of the members of several owners, then the owner's key, in order.
  fileprivate func selection(
    of row: String, from destination: String, owners: Int
  ) -> String {
    let marks = Array(repeating: "?", count: owners).joined(separator: ", ")
    switch self {
    case .column(let table, let owner):
      let order = owner.order.map { "t.\($0), " } ?? ""
      return "SELECT \(row), t.\(owner.name) FROM \(table) t WHERE t.\(owner.name) IN (\(marks)) "
        + "ORDER BY t.\(owner.name), \(order)t.Z_PK"
    case .pairs(let side):
      let order = side.order.map { "pair.\($0), " } ?? ""
      return "SELECT \(row), pair.\(side.owner) FROM \(side.table) pair JOIN \(destination) t "
        + "ON t.Z_PK = pair.\(side.member) WHERE pair.\(side.owner) IN (\(marks)) "
        + "ORDER BY pair.\(side.owner), \(order)t.Z_PK"
    }
  }
}
