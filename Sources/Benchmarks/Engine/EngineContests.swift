internal import CoreData

/// The engine beside plain SQLite, doing the same work on as many rows.
final class EngineContests {
  private typealias Filled = (stack: EngineStack, plain: PlainSQLite, file: String)

  private let rows: Int
  private let scratch: Scratch
  /// Both sides with all their rows; filled when the first contest asks.
  private lazy var both = Result { () throws -> Filled in
    let file = scratch.file()
    let stack = try EngineStack(path: file)
    try stack.insert(rows)
    let plain = PlainSQLite(path: scratch.file())
    plain.insert(rows, room: 1)
    return (stack, plain, file)
  }

  init(rows: Int, scratch: Scratch) {
    self.rows = rows
    self.scratch = scratch
  }

  func all() -> [Contest] {
    [
      inserting(),
      fetching("fetch realised", faults: false, cached: false, limit: 3),
      fetching("fetch realised", faults: false, cached: true, limit: 3),
      fetching("fetch as faults", faults: true, cached: false, limit: 1.5),
      fetching("fetch as faults", faults: true, cached: true, limit: 1.5),
      firing(), searching(), updating(), deleting(),
    ]
  }

  private func inserting() -> Contest {
    Contest(
      name: "insert and save", limit: 3, units: rows,
      plain: { [self] in
        let plain = PlainSQLite(path: scratch.file())
        return time { plain.insert(rows, room: 1) }
      },
      ours: { [self] in
        let stack = try EngineStack(path: scratch.file())
        return try time { try stack.insert(rows) }
      })
  }

  /// Fetches all rows, into an empty row cache or with all of them in it.
  private func fetching(_ name: String, faults: Bool, cached: Bool, limit: Double) -> Contest {
    Contest(
      name: cached ? "\(name), rows cached" : name, limit: limit, units: rows,
      plain: { [self] in
        let plain = try both.get().plain
        return timeToFetch(rows) { plain.fetchAll() }
      },
      ours: { [self] in
        let known = try both.get()
        let stack = try cached ? known.stack : EngineStack(path: known.file)
        return try fetch(stack, EngineStack.request(faults: faults))
      })
  }

  private func fetch(
    _ stack: EngineStack, _ request: NSFetchRequest<BenchMessage>
  ) throws -> Duration {
    let context = stack.context()
    return try context.performAndWait {
      var count = 0
      let duration = try time { count = try context.fetch(request).count }
      precondition(count == rows)
      return duration
    }
  }

  /// Giving the rows back is not in the time, on neither side.
  private func timeToFetch(_ count: Int, _ fetch: () -> [PlainSQLite.Message]) -> Duration {
    var found: [PlainSQLite.Message] = []
    let duration = time { found = fetch() }
    precondition(found.count == count)
    return duration
  }

  /// Faults without cached rows, a hundred at a time: details for a list.
  private func firing() -> Contest {
    let keys = (1...rows).map(Int64.init)
    return Contest(
      name: "fire faults in batches", limit: 4, units: rows,
      plain: { [self] in
        let plain = try both.get().plain
        return timeToFetch(rows) { plain.fetch(keys: keys) }
      },
      ours: { [self] in
        let context = try both.get().stack.context()
        return try context.performAndWait {
          let request = EngineStack.request()
          request.includesPropertyValues = false
          request.fetchBatchSize = 100
          let messages = try context.fetch(request)
          return time {
            for message in messages { precondition(message.text != nil) }
          }
        }
      })
  }

  private func searching() -> Contest {
    let limit = min(1_000, rows)
    return Contest(
      name: "sorted, filtered fetch of 1,000", limit: 1.5, units: limit,
      plain: { [self] in
        let plain = try both.get().plain
        return timeToFetch(min(limit, (rows + 1) / 2)) {
          plain.fetchAll("WHERE isread = 1 ORDER BY sentat DESC", limit: limit)
        }
      },
      ours: { [self] in
        let context = try both.get().stack.context()
        let request = EngineStack.request(faults: false)
        request.predicate = NSPredicate(format: "isRead == YES")
        request.sortDescriptors = [NSSortDescriptor(key: "sentAt", ascending: false)]
        request.fetchLimit = limit
        return try context.performAndWait {
          var count = 0
          let duration = try time { count = try context.fetch(request).count }
          precondition(count == min(limit, (rows + 1) / 2))
          return duration
        }
      })
  }

  private func updating() -> Contest {
    let count = min(10_000, rows)
    let keys = (1...count).map(Int64.init)
    var round = 0
    return Contest(
      name: "update and save 10,000", limit: 3, units: count,
      plain: { [self] in
        let plain = try both.get().plain
        round += 1
        return time { plain.update(keys: keys, round: round) }
      },
      ours: { [self] in
        let context = try both.get().stack.context()
        let request = EngineStack.request(faults: false)
        request.fetchLimit = count
        return try context.performAndWait {
          let messages = try context.fetch(request)
          return try time {
            for (offset, message) in messages.enumerated() {
              message.text = editedText(offset, round: round)
            }
            try context.save()
          }
        }
      })
  }

  /// Deletes the last rows; each round puts them back first.
  private func deleting() -> Contest {
    let count = min(10_000, rows)
    return Contest(
      name: "delete 10,000", limit: 3, units: count,
      plain: { [self] in
        let plain = try both.get().plain
        plain.insert(count, room: 2)
        let last = plain.number("SELECT max(key) FROM message")
        let keys = ((last - Int64(count) + 1)...last).map { $0 }
        return time { plain.delete(keys: keys) }
      },
      ours: { [self] in
        let stack = try both.get().stack
        try stack.insert(count)
        let context = stack.context()
        let request = EngineStack.request(faults: false)
        request.fetchOffset = rows
        request.fetchLimit = count
        return try context.performAndWait {
          let messages = try context.fetch(request)
          precondition(messages.count == count)
          return try time {
            for message in messages { context.delete(message) }
            try context.save()
          }
        }
      })
  }
}
