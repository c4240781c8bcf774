internal import CoreData

/// How much memory objects take, and an import: each in a process that does nothing else before.
struct MemoryFigures {
  let scratch: Scratch
  private static let rows = 100_000

  func all() -> [Measurement] {
    [("memory of objects", ofObjects), ("memory of an import of 1,000,000 rows", ofImport)]
  }

  private func ofObjects() throws -> [Figure] {
    try [
      perRow("memory of a fault", .faults, limit: 150),
      perRow("memory of a fault, its row cached", .cachedFaults, limit: nil),
      perRow("memory of a realised object", .realised, limit: 500),
    ]
  }

  private func perRow(_ name: String, _ kind: Probe, limit: Double?) throws -> Figure {
    let file = scratch.file()
    try EngineStack(path: file).insert(Self.rows, batch: 10_000)
    let bytes = try kind.run(rows: Self.rows, file: file)
    return Figure(
      name: name, value: Double(bytes) / Double(Self.rows), unit: "bytes", limit: limit)
  }

  private func ofImport() throws -> [Figure] {
    let bytes = try Probe.importing.run(rows: 1_000_000, file: scratch.file())
    return [
      Figure(
        name: "peak memory of an import of 1,000,000 rows", value: Double(bytes) / 1e6,
        unit: "MB", limit: 150)
    ]
  }
}

extension Probe {
  /// What an import had resident at most, or what a fetch added.
  func bytes(_ stack: EngineStack, _ rows: Int) throws -> Int {
    if self == .importing {
      try stack.insert(rows, batch: 10_000)
      return peakResidentBytes()
    }
    let request = EngineStack.request(faults: self != .realised)
    request.includesPropertyValues = self != .faults
    let context = stack.context()
    return try context.performAndWait {
      // What every program pays for once: code, statements, the pages that SQLite keeps.
      request.fetchLimit = 1
      _ = try context.fetch(request)
      request.fetchLimit = 0
      let isRead = EngineStack.request()
      isRead.predicate = NSPredicate(format: "isRead == YES")
      _ = try context.count(for: isRead)
      let before = residentBytes()
      let held = try context.fetch(request)
      let after = residentBytes()
      precondition(held.count == rows)
      return after - before
    }
  }
}
