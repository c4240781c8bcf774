internal import CoreData

/// What a million wide objects take, in a process that has done nothing else.
struct WideFigures {
  let scratch: Scratch

  func all() -> [Measurement] { [("wide: memory of 1,000,000 realised objects", ofMillion)] }

  private func ofMillion() throws -> [Figure] {
    let (rows, file) = (1_000_000, scratch.file())
    _ = try Probe.wideFilling.run(rows: rows, file: file)
    let bytes = try Probe.wideRealised.run(rows: rows, file: file)
    return [
      Figure(
        name: "wide: resident memory of 1,000,000 realised objects", value: Double(bytes) / 1e6,
        unit: "MB", limit: 450)
    ]
  }
}

extension Probe {
  /// Fills a store, or fetches all of it: what is resident then.
  func wideBytes(_ rows: Int, _ file: String) throws -> Int {
    let stack = try WideStack(path: file)
    if self == .wideFilling {
      for start in stride(from: 0, to: rows, by: 10_000) {
        let values = (start..<min(start + 10_000, rows)).map { WideValues($0) }
        try stack.insert(values, .typed, toRoom: 100)
      }
      return residentBytes()
    }
    let context = stack.context()
    return try context.performAndWait {
      let held = try context.fetch(WideStack.request())
      let resident = residentBytes()
      precondition(held.count == rows)
      return resident
    }
  }
}
