internal import CoreData

/// The engine beside plain SQLite, doing the same work on as many rows.
struct EngineContests {
  let rows: Int
  let scratch: Scratch
  private let rounds = 5

  func all() throws -> [ContestResult] {
    let stack = try EngineStack(path: scratch.file())
    try stack.insert(rows)
    let plain = PlainSQLite(path: scratch.file())
    plain.insert(rows, room: 1)
    return try [
      inserting(), fetchingRealised(stack, plain), fetchingFaults(stack, plain),
      firing(stack, plain), searching(stack, plain), updating(stack, plain),
      deleting(stack, plain),
    ]
  }

  private func inserting() throws -> ContestResult {
    try Contest(name: "insert and save", limit: 3, units: rows).run(
      rounds: rounds,
      plain: {
        let plain = PlainSQLite(path: scratch.file())
        return time { plain.insert(rows, room: 1) }
      },
      ours: {
        let stack = try EngineStack(path: scratch.file())
        return try time { try stack.insert(rows) }
      })
  }

  private func fetchingRealised(_ stack: EngineStack, _ plain: PlainSQLite) throws
    -> ContestResult
  {
    try Contest(name: "fetch realised", limit: 3, units: rows).run(
      rounds: rounds,
      plain: { time { precondition(plain.fetchAll().count == rows) } },
      ours: { try fetch(stack, EngineStack.request(faults: false)) })
  }

  private func fetchingFaults(_ stack: EngineStack, _ plain: PlainSQLite) throws -> ContestResult {
    try Contest(name: "fetch as faults", limit: 1.5, units: rows).run(
      rounds: rounds,
      plain: { time { precondition(plain.fetchAll().count == rows) } },
      ours: { try fetch(stack, EngineStack.request()) })
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

  /// Faults without cached rows, a hundred at a time: details for a list.
  private func firing(_ stack: EngineStack, _ plain: PlainSQLite) throws -> ContestResult {
    let keys = (1...rows).map(Int64.init)
    return try Contest(name: "fire faults in batches", limit: 4, units: rows).run(
      rounds: rounds,
      plain: { time { precondition(plain.fetch(keys: keys) == rows) } },
      ours: {
        let context = stack.context()
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

  private func searching(_ stack: EngineStack, _ plain: PlainSQLite) throws -> ContestResult {
    let limit = min(1_000, rows)
    return try Contest(name: "sorted, filtered fetch of 1,000", limit: 1.5, units: limit).run(
      rounds: rounds,
      plain: {
        time {
          let found = plain.fetchAll("WHERE isread = 1 ORDER BY sentat DESC", limit: limit)
          precondition(found.count == min(limit, (rows + 1) / 2))
        }
      },
      ours: {
        let context = stack.context()
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

  private func updating(_ stack: EngineStack, _ plain: PlainSQLite) throws -> ContestResult {
    let count = min(10_000, rows)
    let keys = (1...count).map(Int64.init)
    return try Contest(name: "update and save 10,000", limit: 3, units: count).run(
      rounds: rounds,
      plain: { time { plain.update(keys: keys) } },
      ours: {
        let context = stack.context()
        let request = EngineStack.request(faults: false)
        request.fetchLimit = count
        return try context.performAndWait {
          let messages = try context.fetch(request)
          return try time {
            for (offset, message) in messages.enumerated() {
              message.text = "edited \(offset) at \(ContinuousClock.now)"
            }
            try context.save()
          }
        }
      })
  }

  /// Deletes the last rows; each round puts them back first.
  private func deleting(_ stack: EngineStack, _ plain: PlainSQLite) throws -> ContestResult {
    let count = min(10_000, rows)
    return try Contest(name: "delete 10,000", limit: 3, units: count).run(
      rounds: rounds,
      plain: {
        plain.insert(count, room: 2)
        let last = plain.number("SELECT max(key) FROM message")
        let keys = ((last - Int64(count) + 1)...last).map { $0 }
        return time { plain.delete(keys: keys) }
      },
      ours: {
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
