internal import CSQLite
internal import CoreData

/// Batch insertions beside a loop over a prepared statement.
struct BatchContests {
  let rows: Int
  let scratch: Scratch

  func all() -> [Contest] {
    let given = ResultOnce { [rows] in (0..<rows).map(PlainSQLite.Message.init(number:)) }
    let dictionaries = ResultOnce { [rows] in
      (0..<rows).map(PlainSQLite.Message.init(number:)).map {
        [
          "text": $0.text, "sentAt": Date(timeIntervalSinceReferenceDate: $0.sentAt),
          "isRead": $0.isRead,
        ] as [String: Any]
      }
    }
    return [
      contest(
        "batch insert of dictionaries", limit: 1.5,
        plain: { try given.get() },
        request: {
          NSBatchInsertRequest(entityName: "Message", objects: try dictionaries.get())
        }),
      contest("batch insert by an object handler", limit: 1.3, request: handlingObjects),
      contest("batch insert by a dictionary handler", limit: 1.3, request: handlingDictionaries),
    ]
  }

  /// What is given is made before, on both sides; what a handler makes is in the time of both.
  private func contest(
    _ name: String, limit: Double, plain given: (() throws -> [PlainSQLite.Message])? = nil,
    request: @escaping () throws -> NSBatchInsertRequest
  ) -> Contest {
    Contest(
      name: name, limit: limit, units: rows,
      plain: {
        let messages = try given?()
        let plain = PlainSQLite(path: scratch.file())
        return time {
          if let messages {
            plain.insert(messages.count) { messages[$0] }
          } else {
            plain.insert(rows, PlainSQLite.Message.init(number:))
          }
        }
      },
      ours: {
        let request = try request()
        request.resultType = .count
        let context = try EngineStack(path: scratch.file()).context()
        return try context.performAndWait {
          var result: Any?
          let duration = try time {
            result = (try context.execute(request) as? NSBatchInsertResult)?.result
          }
          precondition(result as? Int == rows)
          return duration
        }
      })
  }

  private func handlingObjects() -> NSBatchInsertRequest {
    var number = 0
    return NSBatchInsertRequest(entityName: "Message") { [rows] (object: NSManagedObject) in
      guard number < rows, let message = object as? BenchMessage else { return true }
      message.text = messageText(number)
      message.sentAt = Date(timeIntervalSinceReferenceDate: Double(number))
      message.isRead = number % 2 == 0
      number += 1
      return false
    }
  }

  private func handlingDictionaries() -> NSBatchInsertRequest {
    var number = 0
    return NSBatchInsertRequest(entityName: "Message") { [rows] (message: NSMutableDictionary) in
      guard number < rows else { return true }
      message["text"] = messageText(number)
      message["sentAt"] = Date(timeIntervalSinceReferenceDate: Double(number))
      message["isRead"] = number % 2 == 0
      number += 1
      return false
    }
  }
}

extension PlainSQLite.Message {
  init(number: Int) {
    self.init(
      key: 0, text: messageText(number), sentAt: Double(number), isRead: number % 2 == 0, room: 0)
  }
}

extension PlainSQLite {
  /// Messages that are in no room.
  func insert(_ count: Int, _ message: (Int) -> Message) {
    run("BEGIN IMMEDIATE")
    let insert = prepare("INSERT INTO message VALUES (?, 1, NULL, ?, ?, ?)")
    for offset in 0..<count {
      let message = message(offset)
      sqlite3_bind_int64(insert, 1, Int64(offset + 1))
      sqlite3_bind_int64(insert, 2, message.isRead ? 1 : 0)
      sqlite3_bind_double(insert, 3, message.sentAt)
      bind(message.text, to: insert, at: 4)
      step(insert)
      sqlite3_reset(insert)
    }
    sqlite3_finalize(insert)
    run("COMMIT")
  }
}
