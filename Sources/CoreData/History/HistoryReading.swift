internal import Foundation

/// Reads the tables of a history.
struct HistoryReader {
  let schema: SQLiteSchema
  let store: String
  let connection: SQLiteConnection
  static let doing = "reading the history"

  /// Counted up by each transaction, and never down.
  static func lastNumber(_ connection: SQLiteConnection) throws -> Int64 {
    try connection.prepared(
      "SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = \(HistoryTables.Number.transaction)",
      doing: doing
    ).first { $0.integer(0) } ?? 0
  }

  func transactions(
    from start: HistoryStart, withChanges: Bool
  ) throws -> [HistoryTransaction] {
    let last = try lastNumber(before: start)
    let records = try records(after: last)
    if !withChanges { return records.map { HistoryTransaction(record: $0) } }
    var changes = try changes(after: last)[...]
    return records.map { record in
      // What belongs to transactions that are gone is passed over.
      while let first = changes.first, first.transaction < record.number { changes.removeFirst() }
      let own = changes.prefix { $0.transaction == record.number }
      changes = changes[own.endIndex...]
      return HistoryTransaction(record: record, changes: own.map(\.change))
    }
  }

  /// The number of the transaction before the first one that is wanted.
  private func lastNumber(before start: HistoryStart) throws -> Int64 {
    switch start {
    case .everything: return 0
    case .after(let number):
      let oldest = try connection.prepared(
        "SELECT MIN(Z_PK) FROM ATRANSACTION", doing: Self.doing
      ).first { $0[0].isNull ? nil : $0.integer(0) }
      let next = try oldest ?? Self.lastNumber(connection) + 1
      if number + 1 < next { throw ExpiredHistory() }
      return number
    case .date(let date):
      // The clock may have been set back; what comes behind the first one in time is wanted too.
      let statement = try connection.prepared(
        "SELECT MIN(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP > ?", doing: Self.doing)
      statement.bind(date.timeIntervalSinceReferenceDate, at: 1)
      let first = try statement.first { $0[0].isNull ? nil : $0.integer(0) }
      return first.map { $0 - 1 } ?? .max
    }
  }

  private func records(after last: Int64) throws -> [NSPersistentHistoryTransaction.Record] {
    func text(_ column: String) -> String {
      "(SELECT ZNAME FROM ATRANSACTIONSTRING WHERE Z_PK = \(column))"
    }
    let texts = ["ZAUTHORTS", "ZCONTEXTNAMETS", "ZBUNDLEIDTS", "ZPROCESSIDTS"].map(text)
    let statement = try connection.prepared(
      "SELECT Z_PK, ZTIMESTAMP, \(texts.joined(separator: ", ")) FROM ATRANSACTION "
        + "WHERE Z_PK > ? ORDER BY Z_PK", doing: Self.doing)
    statement.bind(last, at: 1)
    var found: [NSPersistentHistoryTransaction.Record] = []
    try statement.forEachRow { row in
      func text(_ column: Int32) -> String? { row[column].isNull ? nil : row.text(column) }
      found.append(
        NSPersistentHistoryTransaction.Record(
          number: row.integer(0), timestamp: Date(timeIntervalSinceReferenceDate: row[1].real),
          storeID: store, author: text(2), contextName: text(3), bundleID: text(4) ?? "",
          processID: text(5) ?? ""))
    }
    return found
  }

  private func changes(
    after last: Int64
  ) throws -> [(transaction: Int64, change: NSPersistentHistoryChange)] {
    let tombstones = (0..<HistoryTables.tombstoneCount(schema.names)).map { ", ZTOMBSTONE\($0)" }
    let statement = try connection.prepared(
      "SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS"
        + "\(tombstones.joined()) FROM ACHANGE WHERE ZTRANSACTIONID > ? "
        + "ORDER BY ZTRANSACTIONID, Z_PK", doing: Self.doing)
    statement.bind(last, at: 1)
    var found: [(transaction: Int64, change: NSPersistentHistoryChange)] = []
    var recent: (number: Int64, scope: IDScope)?
    var names = RecentText()
    try statement.forEachRow { row in
      let number = row.integer(2)
      if recent?.number != number {
        guard let entity = schema.names.entity(number: number) else {
          throw DamagedRow(entity: nil, key: row.integer(3), trouble: "has the entity \(number)")
        }
        recent = (number, schema.scope(of: entity))
      }
      guard let recent, let type = NSPersistentHistoryChangeType(rawValue: Int(row.integer(1)))
      else {
        throw DamagedRow(
          entity: nil, key: row.integer(3), trouble: "has a change of the type \(row.integer(1))")
      }
      let text = names.text(row[5])
      found.append(
        (
          row.integer(4),
          NSPersistentHistoryChange(
            row.integer(0), type, of: NSManagedObjectID(recent.scope, key: .row(row.integer(3))),
            names: text,
            tombstone: type == .delete ? try tombstone(text, recent.scope.entity, row) : nil)
        ))
    }
    return found
  }

  private func tombstone(
    _ names: String?, _ entity: NSEntityDescription, _ row: SQLiteStatement
  ) throws -> [AnyHashable: Any]? {
    guard let names else { return nil }
    var tombstone: [AnyHashable: Any] = [:]
    for (index, name) in names.split(separator: ",").enumerated() {
      guard let attribute = entity.attributesByName[String(name)] else { continue }
      tombstone[attribute.name] = attribute.object(
        for: try row[Int32(index + 6)].value(of: attribute))
    }
    return tombstone
  }

  // MARK: Deleting

  func delete(before end: HistoryStart) throws -> Int {
    let first: Int64 =
      switch end {
      case .everything: 0
      case .after(let number): number
      case .date: try firstNumber(notBefore: end)
      }
    func delete(_ sql: String) throws -> Int {
      let statement = try connection.prepared(sql, doing: "deleting history")
      statement.bind(first, at: 1)
      try statement.run()
      return statement.changes
    }
    _ = try delete("DELETE FROM ACHANGE WHERE ZTRANSACTIONID < ?")
    return try delete("DELETE FROM ATRANSACTION WHERE Z_PK < ?")
  }

  private func firstNumber(notBefore end: HistoryStart) throws -> Int64 {
    guard case .date(let date) = end else { return 0 }
    let statement = try connection.prepared(
      "SELECT MIN(Z_PK) FROM ATRANSACTION WHERE ZTIMESTAMP >= ?", doing: "deleting history")
    statement.bind(date.timeIntervalSinceReferenceDate, at: 1)
    return try statement.first { $0[0].isNull ? nil : $0.integer(0) } ?? .max
  }
}

/// The text read last: neighbours often have the same, and then it is not made anew.
private struct RecentText {
  private var text = ""

  /// nil for what is no text, as Apple's own notes are.
  mutating func text(_ column: SQLiteColumn) -> String? {
    if column.isNull || !column.fits(.text) { return nil }
    let bytes = column.textBytes
    if !text.utf8.elementsEqual(bytes) { text = String(decoding: bytes, as: UTF8.self) }
    return text
  }
}
