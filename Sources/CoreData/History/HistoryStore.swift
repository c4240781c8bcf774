internal import Foundation

/// Where in the history of one store a request begins.
enum HistoryStart: Sendable {
  case everything
  /// Behind the transaction of that number.
  case after(Int64)
  case date(Date)
}

/// A store that keeps a history.
protocol HistoryStore: RowStore {
  var keepsHistory: Bool { get }
  /// The transactions from a place on, oldest first; without changes, if they are not wanted.
  func history(
    from start: HistoryStart, withChanges: Bool
  ) throws -> [HistoryTransaction]
  /// Forgets the transactions before a place; says how many there were.
  func deleteHistory(before end: HistoryStart) throws -> Int
  /// The number of the newest transaction; 0 before the first one.
  func lastTransaction() throws -> Int64
}

/// A transaction as a store knows it.
struct HistoryTransaction: Sendable {
  var record: NSPersistentHistoryTransaction.Record
  var changes: [NSPersistentHistoryChange]?
}

/// The token names a transaction, and some behind it are gone.
struct ExpiredHistory: Error {}

extension SQLiteStore: HistoryStore {
  var keepsHistory: Bool { options.tracksHistory }

  func history(
    from start: HistoryStart, withChanges: Bool
  ) throws -> [HistoryTransaction] {
    let schema = schema
    return try reading { connection in
      // One state for all that is read: what is deleted meanwhile is still there.
      try connection.readTransaction(doing: HistoryReader.doing) {
        try HistoryReader(schema: schema, store: identifier, connection: connection)
          .transactions(from: start, withChanges: withChanges)
      }
    }
  }

  func deleteHistory(before end: HistoryStart) throws -> Int {
    let schema = schema
    return try writing("deleting history") { connection in
      try HistoryReader(schema: schema, store: identifier, connection: connection)
        .delete(before: end)
    }
  }

  func lastTransaction() throws -> Int64 {
    try reading { try HistoryReader.lastNumber($0) }
  }
}

extension SQLiteConnection {
  /// Runs `body` on one state of the database.
  fileprivate func readTransaction<Result>(
    doing: String, _ body: () throws -> Result
  ) throws -> Result {
    try prepared("BEGIN", doing: doing).run()
    defer { try? execute("COMMIT", doing: doing) }
    return try body()
  }
}
