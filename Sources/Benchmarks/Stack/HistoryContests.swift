internal import CSQLite
internal import CoreData

/// What a history costs those who save, and those who read it.
final class HistoryContests {
  private let rows: Int
  private let scratch: Scratch
  private static let tracking = [NSPersistentHistoryTrackingKey: true]
  /// Stores with all rows, without a history and with one; filled when the first contest asks.
  private lazy var both = Result { () throws -> (without: EngineStack, with: EngineStack) in
    let without = try EngineStack(path: scratch.file())
    let with = try EngineStack(path: scratch.file(), options: Self.tracking)
    for stack in [without, with] { try stack.insert(count, batch: 10_000) }
    return (without, with)
  }
  private var count: Int { min(10_000, rows) }

  init(rows: Int, scratch: Scratch) {
    self.rows = rows
    self.scratch = scratch
  }

  func all() -> [Contest] {
    [inserting(), updating(), deleting(), reading()]
  }

  private func inserting() -> Contest {
    func insert(_ options: [String: Any]?) throws -> Duration {
      let stack = try EngineStack(path: scratch.file(), options: options)
      return try time { try stack.insert(rows) }
    }
    return Contest(
      name: "insert and save with history, to without", limit: 1.4, units: rows,
      plain: { try insert(nil) }, ours: { try insert(Self.tracking) })
  }

  private func updating() -> Contest {
    var round = 0
    func update(_ stack: EngineStack) throws -> Duration {
      round += 1
      return try edit(stack) { offset, message in
        message.text = editedText(offset, round: round)
      }
    }
    return Contest(
      name: "update and save with history, to without", limit: 1.4, units: count,
      plain: { [self] in try update(both.get().without) },
      ours: { [self] in try update(both.get().with) })
  }

  /// Deletes all; each round puts them back first.
  private func deleting() -> Contest {
    func delete(_ stack: EngineStack) throws -> Duration {
      let duration = try edit(stack) { _, message in message.managedObjectContext?.delete(message) }
      try stack.insert(count, batch: 10_000)
      return duration
    }
    return Contest(
      name: "delete and save with history, to without", limit: 1.4, units: count,
      plain: { [self] in try delete(both.get().without) },
      ours: { [self] in try delete(both.get().with) })
  }

  private func edit(
    _ stack: EngineStack, _ change: (Int, BenchMessage) -> Void
  ) throws -> Duration {
    let context = stack.context()
    return try context.performAndWait {
      let messages = try context.fetch(EngineStack.request(faults: false))
      precondition(messages.count == count)
      return try time {
        for (offset, message) in messages.enumerated() { change(offset, message) }
        try context.save()
      }
    }
  }

  // MARK: Reading

  /// A hundred transactions, each with a hundredth of the changes.
  private func reading() -> Contest {
    typealias Known = (stack: EngineStack, plain: PlainSQLite)
    let known = ResultOnce { [self] () throws -> Known in
      let file = scratch.file()
      let stack = try EngineStack(path: file, options: Self.tracking)
      let context = stack.context()
      context.transactionAuthor = "benchmark"
      try context.performAndWait {
        let messages = (0..<rows / 100).map { _ in BenchMessage(context: context) }
        for round in 0..<100 {
          for (offset, message) in messages.enumerated() {
            message.text = editedText(offset, round: round)
          }
          try context.save()
        }
      }
      return (stack, PlainSQLite(opening: file))
    }
    return Contest(
      name: "fetch a history of all changes", limit: 3, units: rows,
      plain: { [self] in
        let plain = try known.get().plain
        var found: (transactions: [PlainSQLite.Transaction], changes: [PlainSQLite.Change])?
        let duration = time { found = plain.history() }
        precondition(found?.transactions.count == 100 && found?.changes.count == rows)
        return duration
      },
      ours: { [self] in
        let context = try known.get().stack.context()
        let request = NSPersistentHistoryChangeRequest.fetchHistory(
          after: nil as NSPersistentHistoryToken?)
        return try context.performAndWait {
          var result: Any?
          let duration = try time {
            result = (try context.execute(request) as? NSPersistentHistoryResult)?.result
          }
          let found = result as? [NSPersistentHistoryTransaction] ?? []
          precondition(found.count == 100 && found.allSatisfy { $0.changes?.count == rows / 100 })
          return duration
        }
      })
  }
}

/// Something made when the first round of a contest asks, and kept.
final class ResultOnce<Value> {
  private let make: () throws -> Value
  private lazy var made = Result { try make() }

  init(_ make: @escaping () throws -> Value) { self.make = make }

  func get() throws -> Value { try made.get() }
}

extension PlainSQLite {
  struct Transaction {
    var number: Int64
    var time: Double
    var author: String?
  }

  struct Change {
    var number: Int64
    var type: Int64
    var entity: Int64
    var key: Int64
    var transaction: Int64
    var properties: String?
  }

  /// Every row of a history, with all its values.
  func history() -> ([Transaction], [Change]) {
    func text(_ query: OpaquePointer?, _ column: Int32) -> String? {
      sqlite3_column_text(query, column).map { String(cString: $0) }
    }
    let first = prepare(
      """
      SELECT t.Z_PK, t.ZTIMESTAMP, s.ZNAME FROM ATRANSACTION t
      LEFT JOIN ATRANSACTIONSTRING s ON s.Z_PK = t.ZAUTHORTS ORDER BY t.Z_PK
      """)
    defer { sqlite3_finalize(first) }
    var transactions: [Transaction] = []
    while sqlite3_step(first) == SQLITE_ROW {
      transactions.append(
        Transaction(
          number: sqlite3_column_int64(first, 0), time: sqlite3_column_double(first, 1),
          author: text(first, 2)))
    }
    let second = prepare(
      """
      SELECT Z_PK, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS FROM ACHANGE
      ORDER BY ZTRANSACTIONID, Z_PK
      """)
    defer { sqlite3_finalize(second) }
    var changes: [Change] = []
    while sqlite3_step(second) == SQLITE_ROW {
      changes.append(
        Change(
          number: sqlite3_column_int64(second, 0), type: sqlite3_column_int64(second, 1),
          entity: sqlite3_column_int64(second, 2), key: sqlite3_column_int64(second, 3),
          transaction: sqlite3_column_int64(second, 4), properties: text(second, 5)))
    }
    return (transactions, changes)
  }
}
