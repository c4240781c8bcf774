internal import Dispatch
internal import Glibc
internal import Interleaving
internal import Synchronization

/// How fast schedules are explored, and what the live runtime costs:
/// `benchmark schedules [--html FILE]`.
enum Schedules {
  /// False if a promise is broken.
  static func run(_ arguments: [String]) throws -> Bool {
    guard let flag = arguments.first else { return try measure().allSatisfy(\.holds) }
    guard flag == "--html", arguments.count <= 2 else {
      throw BadArguments(text: "'\(flag)' is not --html FILE")
    }
    let page = try BarPage.file(arguments.dropFirst().first)
    let figures = try measure()
    try BarPage(title: "How fast schedules are explored", figures: figures).write(to: page)
    return figures.allSatisfy(\.holds)
  }

  private static func measure() throws -> [Figure] {
    let measurements = [
      lostUpdate, fortyPoints, twoProcessors, flatness, room, synchronousHop,
      asynchronousHop,
    ]
    return try measurements.map { measure in
      let figure = try measure()
      tell(figure)
      return figure
    }
  }

  private static func tell(_ figure: Figure) {
    let limit = figure.limit.map { " (at most \($0))" } ?? ""
    let mark = figure.holds ? "ok  " : "MISS"
    print("\(mark) \(figure.name): \(rounded(figure.value)) \(figure.unit)\(limit)")
    // A reader of a pipe wants each figure as soon as it is known.
    fflush(nil)
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
    // So many that an idle processor has woken up by the time the median is at.
    let times = try (0..<101).map { _ in
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

  /// One exploration by two threads takes turns with the same by one.
  private static func twoProcessors() throws -> Figure {
    let program: @Sendable (Runtime) throws -> Void = { try racing(threads: 2, times: 5)($0) }
    let options = ExplorationOptions(shrinks: false)
    func cost(_ jobs: Int) throws -> Double {
      try time { _ = try explore("lost update", options: options, jobs: jobs, program) }.seconds
    }
    let shares = try (0..<3).map { _ in try cost(2) / cost(1) }.sorted()
    return Figure(
      name: "lost update 2x5 by two threads against one", value: shares[1], unit: "times",
      limit: sysconf(Int32(_SC_NPROCESSORS_ONLN)) > 1 ? 0.625 : nil)
  }

  /// Drawn at random, a thousand schedules are like a million: as many hand-overs each. The first
  /// thousand in depth-first order are not; they are the ones with the fewest.
  private static func flatness() throws -> Figure {
    let program = racing(threads: 2, times: 1)
    func cost(_ schedules: Int) throws -> Double {
      let options = ExplorationOptions(
        .sampled(schedules, seed: 1), schedules: schedules, shrinks: false)
      return try time { _ = try explore("flat", options: options, program) }.seconds
        / Double(schedules)
    }
    let few = try (0..<99).map { _ in try cost(1_000) }.sorted()[49]
    return Figure(
      name: "cost of a schedule, 1,000,000 against 1,000", value: try cost(1_000_000) / few,
      unit: "times", limit: 1.25)
  }

  /// Depth first, which has to remember what else is to be run; these programs have more schedules.
  private static func room() throws -> Figure {
    let resident = Mutex((few: 0, many: 0))
    var options = ExplorationOptions(schedules: 1_000_000, shrinks: false)
    options.onSchedule = { schedules in
      if schedules == 1_000 { resident.withLock { $0.few = residentBytes() } }
      if schedules == 1_000_000 { resident.withLock { $0.many = residentBytes() } }
      return true
    }
    _ = try explore("flat", options: options, racing(threads: 3, times: 3))
    let (few, many) = resident.withLock { $0 }
    return Figure(
      name: "memory of 1,000,000 schedules, added to that of 1,000",
      value: few == 0 || many == 0 ? .infinity : Double(many - few) / 1_000_000,
      unit: "MB", limit: 1)
  }

  // MARK: Hops

  /// Something for blocks to do, as a block that captures nothing is not the usual one.
  private final class Work: @unchecked Sendable {
    // @unchecked Sendable because only blocks of one serial queue touch it.
    var done = 0
  }

  private static let plain = DispatchQueue(label: "plain")
  private static let ours = Runtime.live.queue("ours")
  private static let hops = 200_000

  private static func synchronousHop() -> Figure {
    let work = Work()
    return added(to: "a synchronous hop") {
      for _ in 0..<hops { plain.sync { work.done += 1 } }
    } _: {
      for _ in 0..<hops { ours.sync { work.done += 1 } }
    }
  }

  private static func asynchronousHop() -> Figure {
    let work = Work()
    return added(to: "an asynchronous hop") {
      for _ in 0..<hops { plain.async { work.done += 1 } }
      plain.sync {}
    } _: {
      for _ in 0..<hops { ours.async { work.done += 1 } }
      ours.sync {}
    }
  }

  private static func added(
    to name: String, _ one: () -> Void, _ other: () -> Void
  ) -> Figure {
    let added = (0..<15).map { _ in -cost(one) + cost(other) }.sorted()[7]
    return Figure(name: "added to \(name)", value: added, unit: "ns", limit: 100)
  }

  /// Processor time: on a busy machine the clock measures the other programs.
  private static func cost(_ work: () -> Void) -> Double {
    let start = clock()
    work()
    return Double(clock() - start) / Double(CLOCKS_PER_SEC) / Double(hops) * 1e9
  }
}
