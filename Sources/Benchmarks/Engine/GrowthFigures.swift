internal import CoreData

/// Whether a row costs as much among a million as among ten thousand.
struct GrowthFigures {
  let scratch: Scratch
  private static let sizes = [10_000, 100_000, 1_000_000]

  func all() -> [Measurement] { [("cost per row", growth)] }

  private func growth() throws -> [Figure] {
    let costs = try Self.sizes.map(costs)
    return ["inserted and saved", "fetched realised", "fetched as a fault"].enumerated()
      .flatMap { index, doing in
        zip(Self.sizes, costs).dropFirst().map { size, cost in
          Figure(
            name: "cost per row \(doing), \(size) to \(Self.sizes[0])",
            value: cost[index] / costs[0][index], unit: "times", limit: 1.3)
        }
      }
  }

  /// Seconds per row of each kind of work, the best of a few tries: few tries for many rows.
  private func costs(_ rows: Int) throws -> [Double] {
    let tries = max(1, min(9, 300_000 / rows))
    var best = [Double](repeating: .infinity, count: 3)
    for _ in 0..<tries {
      let stack = try EngineStack(path: scratch.file())
      let times = try [
        time { try stack.insert(rows, batch: 10_000) },
        fetch(rows, EngineStack.request(faults: false), stack),
        fetch(rows, EngineStack.request(), stack),
      ]
      for (index, time) in times.enumerated() {
        best[index] = min(best[index], time.seconds / Double(rows))
      }
    }
    return best
  }

  private func fetch(
    _ rows: Int, _ request: NSFetchRequest<BenchMessage>, _ stack: EngineStack
  ) throws -> Duration {
    let context = stack.context()
    return try context.performAndWait {
      var count = 0
      let duration = try time { count = try context.fetch(request).count }
      precondition(count == rows)
      return duration
    }
  }
}
