internal import Dispatch
internal import Glibc
internal import Interleaving

/// How fast schedules are explored, and what the live runtime costs: `benchmark schedules`.
enum Schedules {
  /// False if a promise is broken.
  static func run() throws -> Bool {
    let figures = try [lostUpdate(), fortyPoints(), flatness()] + hops()
    for figure in figures {
      let limit = figure.limit.map { " (at most \($0))" } ?? ""
      let mark = figure.holds ? "ok  " : "MISS"
      print("\(mark) \(figure.name): \(rounded(figure.value)) \(figure.unit)\(limit)")
    }
    return figures.allSatisfy(\.holds)
  }

  private static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

  /// Threads that each read and write one cell `times` times.
  private static func racing(threads: Int, times: Int, singleReads: Int = 0) -> Program {
    { runtime in
      let counter = runtime.cell("counter", 0)
      for number in 1...threads {
        runtime.thread("T\(number)") {
          for _ in 0..<times { counter.write(counter.read() + 1) }
          for _ in 0..<singleReads { _ = counter.read() }
        }
      }
    }
  }

  private static func lostUpdate() throws -> Figure {
    let program = racing(threads: 2, times: 3)
    let times = try (0..<15).map { _ in
      try time {
        let result = try explore("lost update", program)
        precondition(result.schedules == 328)
      }
    }
    return Figure(
      name: "lost update 2x3, all 328 schedules", value: median(times).seconds * 1e3, unit: "ms",
      limit: 15)
  }

  private static func fortyPoints() throws -> Figure {
    let program = racing(threads: 3, times: 6, singleReads: 1)
    let options = ExplorationOptions(schedules: 10_000, shrinks: false)
    let times = try (0..<3).map { _ in
      try time { _ = try explore("forty points", options: options, program) }
    }
    return Figure(
      name: "one schedule of 3 threads with 39 points", value: median(times).seconds * 100,
      unit: "µs", limit: 100)
  }

  private static func flatness() throws -> Figure {
    let program = racing(threads: 2, times: 6)
    func cost(_ schedules: Int) throws -> Double {
      let options = ExplorationOptions(.plain, schedules: schedules, shrinks: false)
      return try time { _ = try explore("flat", options: options, program) }.seconds
        / Double(schedules)
    }
    let few = try (0..<9).map { _ in try cost(1_000) }.sorted()[4]
    return Figure(
      name: "cost of a schedule, 1,000,000 against 1,000", value: try cost(1_000_000) / few,
      unit: "times", limit: 1.25)
  }

  private static func hops() throws -> [Figure] {
    let hops = 200_000
    let plain = DispatchQueue(label: "plain")
    let ours = Runtime.live.queue("ours")
    // Processor time: on a busy machine the clock measures the other programs.
    func cost(_ work: () -> Void) -> Double {
      let start = clock()
      work()
      return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(hops) * 1e9
    }
    func figure(_ name: String, _ one: () -> Void, _ other: () -> Void) -> Figure {
      let added = (0..<9).map { _ in -cost(one) + cost(other) }.sorted()[4]
      return Figure(name: "added to \(name)", value: added, unit: "ns", limit: 100)
    }
    return [
      figure("a synchronous hop") {
        for _ in 0..<hops { plain.sync {} }
      } _: {
        for _ in 0..<hops { ours.sync {} }
      },
      figure("an asynchronous hop") {
        for _ in 0..<hops { plain.async {} }
        plain.sync {}
      } _: {
        for _ in 0..<hops { ours.async {} }
        ours.sync {}
      },
    ]
  }
}
