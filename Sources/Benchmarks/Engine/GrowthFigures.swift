internal import CoreData

/// Whether a row costs as much among a million as among ten thousand.
///
/// Every size is measured in the same way, in a process of its own: once to warm up, then a few
/// times, of which the median counts. The sizes take turns, and turns that follow each other are
/// compared.
struct GrowthFigures {
  let scratch: Scratch
  private static let sizes = [10_000, 100_000, 1_000_000]
  private static let rounds = 3

  /// What is done to each row. Saving fills the file that the fetches after it read.
  private static let work: [(name: String, probe: Probe, limit: Double?)] = [
    ("saved", .saving, 1.3),
    ("fetched realised", .fetchingRealised, 1.3),
    ("fetched as a fault", .fetchingFaults, 1.3),
    ("fetched again", .fetchingAgain, nil),
  ]
  private static let plainWork: [(name: String, probe: Probe, limit: Double?)] = [
    ("saved by plain SQLite", .plainSaving, nil), ("fetched by plain SQLite", .plainFetching, nil),
  ]

  func all() -> [Measurement] { [("cost per row", growth)] }

  private func growth() throws -> [Figure] {
    let files = Self.sizes.map { _ in (ours: scratch.file(), plain: scratch.file()) }
    return try Self.work.flatMap { try figures($0, files.map(\.ours)) }
      + Self.plainWork.flatMap { try figures($0, files.map(\.plain)) }
  }

  private func figures(
    _ work: (name: String, probe: Probe, limit: Double?), _ files: [String]
  ) throws -> [Figure] {
    let rounds = try (0..<Self.rounds).map { _ in
      try zip(Self.sizes, files).map { rows, file in
        Double(try work.probe.run(rows: rows, file: file)) / Double(rows)
      }
    }
    return Self.sizes.indices.dropFirst().map { index in
      Figure(
        name: "cost per row \(work.name), \(Self.sizes[index]) to \(Self.sizes[0])",
        value: median(rounds.map { $0[index] / $0[0] }), unit: "times", limit: work.limit)
    }
  }
}

extension Probe {
  /// Processor time of an import in batches, with `reset` after each. It leaves the file filled.
  func nanosecondsOfSaving(_ rows: Int, _ file: String) throws -> Int {
    let batch = 10_000
    func save(_ rows: Int) throws -> Duration {
      for end in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: file + end)
      }
      if self == .saving {
        let stack = try EngineStack(path: file)
        return try processorTime { try stack.insert(rows, batch: batch) }
      }
      let plain = PlainSQLite(path: file)
      return processorTime { for _ in 0..<rows / batch { plain.insert(batch, room: 1) } }
    }
    _ = try save(batch)
    return nanoseconds(try (0..<tries(rows, least: 1)).map { _ in try save(rows) })
  }

  /// Processor time of fetching all rows: with the store opened anew each time, so that no row is
  /// cached, or else again from the same one.
  func nanosecondsOfFetching(_ rows: Int, _ file: String) throws -> Int {
    let request = EngineStack.request(faults: self == .fetchingFaults)
    var known: EngineStack?
    func fetch() throws -> Duration {
      if self == .plainFetching {
        let plain = PlainSQLite(path: file)
        var found: [PlainSQLite.Message] = []
        let time = processorTime { found = plain.fetchAll() }
        precondition(found.count == rows)
        return time
      }
      let stack = try known ?? EngineStack(path: file)
      if self == .fetchingAgain { known = stack }
      let context = stack.context()
      return try context.performAndWait {
        var found: [BenchMessage] = []
        let time = try processorTime { found = try context.fetch(request) }
        precondition(found.count == rows)
        return time
      }
    }
    _ = try fetch()
    return nanoseconds(try (0..<tries(rows, least: 3)).map { _ in try fetch() })
  }

  /// Few tries for many rows.
  private func tries(_ rows: Int, least: Int) -> Int { max(least, min(9, 300_000 / rows)) }

  func nanoseconds(_ times: [Duration]) -> Int { Int(median(times).seconds * 1e9) }
}
