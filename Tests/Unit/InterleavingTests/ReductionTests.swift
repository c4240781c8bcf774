import Interleaving
import LongTests
import Testing

/// Of schedules that differ only in the order of independent steps one is run, and none in vain.
struct ReductionTests {
  /// One kind of program, and its schedules as counted from all its orders or by a formula.
  struct Family: CustomTestStringConvertible, Sendable {
    let name: String
    let schedules: Int
    let program: @Sendable (Runtime) throws -> Void
    var testDescription: String { name }

    init(
      _ name: String, _ schedules: Int, _ program: @escaping @Sendable (Runtime) throws -> Void
    ) {
      self.name = name
      self.schedules = schedules
      self.program = program
    }
  }

  static let families = [
    Family("lock 3x2", 90) { try Programs.mutex(threads: 3, times: 2)($0) },
    Family("five philosophers", 31) { try Programs.philosophers(5)($0) },
    Family("last zero of 3", 12) { lastZero(of: 3, in: $0) },
    // 2 to the power of (n - 2), times (n + 3).
    Family("last zero of 8", 704) { lastZero(of: 8, in: $0) },
    Family("semaphore 3 at 2", 84) { semaphore(value: 2, threads: 3, in: $0) },
    Family("producers", 84) { producers(2, items: 2, in: $0) },
    Family("two queues", 95) { queues(threads: 2, in: $0) },
    Family("last zero of 10", 3328) { lastZero(of: 10, in: $0) },
    Family("lost update 3x2", 7134) { try Programs.lostUpdate(threads: 3, times: 2)($0) },
  ]

  @Test(arguments: LongTests.all(families, orFirst: 7))
  func `no run is given up because an equal one came before`(_ family: Family) throws {
    let result = try explore(
      "family", options: .lettingGo(), family.program)
    #expect(result.schedules == family.schedules)
    #expect(result.redundantRuns == 0)
    #expect(result.coverage == .exhaustive)
  }

  @Test func `the counts of small families are those of all their orders`() throws {
    for (program, classes) in [
      ({ Self.lastZero(of: 3, in: $0) } as Program, 12),
      ({ Self.semaphore(value: 1, threads: 3, in: $0) }, 6),
      ({ Self.signals(4, waits: 2, in: $0) }, 1),
    ] {
      #expect(EveryOrder(of: program, atMost: 2000)?.classes == classes)
    }
  }

  /// Each thread reads its neighbour's cell and writes its own; a reader looks for the last zero.
  private static func lastZero(of count: Int, in runtime: Runtime) {
    let cells = (0...count).map { runtime.cell("cell \($0)", 0) }
    runtime.thread("reader") {
      var index = count
      while index > 0, cells[index].read() != 0, !runtime.isUnwinding { index -= 1 }
      if index == 0 { _ = cells[0].read() }
    }
    for index in 1...count {
      runtime.thread("writer \(index)") { cells[index].write(cells[index - 1].read() + 1) }
    }
  }

  private static func semaphore(value: Int, threads: Int, in runtime: Runtime) {
    let semaphore = runtime.semaphore("S", value: value)
    let cell = runtime.cell("cell", 0)
    for number in 1...threads {
      runtime.thread("T\(number)") {
        semaphore.wait()
        cell.write(cell.read() + 1)
        semaphore.signal()
      }
    }
  }

  private static func producers(_ count: Int, items: Int, in runtime: Runtime) {
    let (ready, lock) = (runtime.semaphore("ready", value: 0), runtime.lock("L"))
    let stock = runtime.cell("stock", 0)
    for number in 1...count {
      runtime.thread("producer \(number)") {
        for _ in 0..<items {
          lock.withLock { stock.write(stock.read() + 1) }
          ready.signal()
        }
      }
    }
    runtime.thread("consumer") {
      for _ in 0..<(count * items) {
        ready.wait()
        lock.withLock { stock.write(stock.read() - 1) }
      }
    }
  }

  private static func queues(threads: Int, in runtime: Runtime) {
    let queues = (0..<2).map { runtime.queue("Q\($0)") }
    let cells = (0..<2).map { runtime.cell("cell \($0)", 0) }
    for number in 0..<threads {
      runtime.thread("T\(number)") {
        for step in 0..<2 {
          let index = (number + step) % 2
          queues[index].async { cells[index].write(cells[index].read() + 1) }
        }
        queues[number % 2].sync { cells[(number + 1) % 2].write(7) }
      }
    }
  }

  private static func signals(_ count: Int, waits: Int, in runtime: Runtime) {
    let semaphore = runtime.semaphore("S", value: 0)
    runtime.thread("waiter") { for _ in 0..<waits { semaphore.wait() } }
    for number in 1...count { runtime.thread("T\(number)") { semaphore.signal() } }
  }

  // MARK: Signals commute

  @Test(arguments: [1, 8])
  func `whichever of 8 threads signals first, the one that waits goes on`(_ waits: Int) throws {
    let result = try explore("signals") { Self.signals(8, waits: waits, in: $0) }
    #expect(result.schedules == 1)
  }

  /// ```
  /// writes x, signals | signals | waits, reads x
  /// ```
  /// With the second signal alone the waiting thread reads before the write.
  @Test func `a wait may have any of the signals`() throws {
    let result = try explore("any signal") { runtime in
      let (cell, semaphore) = (runtime.cell("x", 0), runtime.semaphore("S", value: 0))
      runtime.thread("T1") {
        cell.write(1)
        semaphore.signal()
      }
      runtime.thread("T2") { semaphore.signal() }
      runtime.thread("T3") {
        semaphore.wait()
        runtime.outcome("read \(cell.read())")
      }
    }
    #expect(result.outcomes.map(\.name).sorted() == ["read 0", "read 1"])
    #expect(result.schedules == 2)
    #expect(result.races.map(\.resource) == ["x"])
  }

  /// The thread that waits goes on at the time of the signal that it gets.
  @Test func `signals of different times do not commute`() throws {
    let result = try explore("late signal") { runtime in
      let semaphore = runtime.semaphore("S", value: 0)
      for number in 0...1 {
        runtime.thread("T\(number)") {
          runtime.sleep(for: .seconds(number))
          semaphore.signal()
        }
      }
      runtime.thread("T3") {
        semaphore.wait()
        runtime.outcome("at \(runtime.now)")
      }
    }
    #expect(result.outcomes.count == 2)
    #expect(result.schedules == 2)
  }

  @Test func `completing what is complete changes nothing, but a poll before the first does`()
    throws
  {
    let completed = try explore("completions") { runtime in
      let done = runtime.completion("done")
      for number in 1...4 { runtime.thread("T\(number)") { done.complete() } }
      runtime.thread("waiter") { done.wait() }
    }
    #expect(completed.schedules == 1)
    let polled = try explore("poll") { runtime in
      let done = runtime.completion("done")
      for number in 1...2 { runtime.thread("T\(number)") { done.complete() } }
      runtime.thread("T3") { runtime.outcome("\(done.isComplete)") }
    }
    #expect(polled.outcomes.map(\.name).sorted() == ["false", "true"])
    #expect(polled.schedules == 4)
  }
}
