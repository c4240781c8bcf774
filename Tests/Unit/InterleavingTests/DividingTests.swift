import Foundation
import LongTests
import Testing

@testable import Interleaving

/// Exploring by several threads, or in several parts.
struct DividingTests {
  static let programs: [@Sendable (Runtime) throws -> Void] = [
    { try Programs.lostUpdate(times: 3)($0) },
    { try Programs.mutex(threads: 3, times: 2)($0) },
    { try Programs.philosophers(4)($0) },
    // Waits that any of several signals may end.
    { runtime in
      let semaphore = runtime.semaphore("S")
      let cell = runtime.cell("x", 0)
      for number in 1...3 {
        runtime.thread("T\(number)") {
          cell.modify { $0 += number }
          semaphore.signal()
        }
      }
      for _ in 1...2 { semaphore.wait() }
      runtime.outcome("\(cell.read())")
    },
    // Threads that other threads make, and queues that get theirs from the thread that comes first.
    { runtime in
      let queue = runtime.queue("Q")
      let cell = runtime.cell("x", "")
      for name in ["A", "B"] {
        runtime.thread(name) {
          cell.modify { $0 += name }
          runtime.thread("child of \(name)") { cell.modify { $0 += name.lowercased() } }
          queue.async { cell.modify { $0 += "q" } }
        }
      }
      runtime.atEnd { runtime.outcome(cell.value) }
    },
    { runtime in
      let cell = runtime.cell("x", "")
      for name in ["A", "B"] {
        runtime.task(name) {
          cell.modify { $0 += name }
          await withTaskGroup { group in
            for number in 1...2 { group.addTask { cell.modify { $0 += "\(number)" } } }
          }
        }
      }
      runtime.atEnd { runtime.outcome(cell.value) }
    },
    { lastZero(5, $0) },
    // Of exchanges that may fail.
    { runtime in
      let x = runtime.atomic("x", 0)
      for (name, from, to) in [("A", 0, 1), ("B", 1, 2), ("C", 0, 3), ("D", 3, 0)] {
        runtime.thread(name) { x.compareExchange(expected: from, desired: to) }
      }
      runtime.atEnd { runtime.outcome("\(x.load())") }
    },
    // Of an exchange that is tried again.
    { runtime in
      let x = runtime.atomic("x", 0)
      runtime.thread("A") {
        for _ in 1...2 where x.compareExchange(expected: 0, desired: 3).exchanged { break }
        _ = x.load()
        x.store(0)
      }
      runtime.thread("B") { x.store(0) }
    },
    // Without a step, and without a choice.
    { $0.thread("T1") {} },
    { $0.cell("x", 0).write(1) },
  ]

  /// Each writer reads its neighbour's and writes its own; a reader looks for the last zero.
  private static func lastZero(_ size: Int, _ runtime: Runtime) {
    let numbers = (0...size).map { runtime.atomic("number \($0)", 0) }
    runtime.thread("reader") {
      var index = size
      while numbers[index].load() != 0 { index -= 1 }
    }
    for index in 1...size {
      runtime.thread("writer \(index)") { numbers[index].store(numbers[index - 1].load() + 1) }
    }
  }

  @Test(arguments: programs.indices)
  func `two threads find what one finds`(_ index: Int) throws {
    let program = Self.programs[index]
    let one = try explore("jobs", jobs: 1, program)
    let two = try explore("jobs", jobs: 2, program)
    #expect(two.schedules == one.schedules && two.coverage == one.coverage)
    #expect(two.description == one.description)
    #expect(two.simplestFailure?.code == one.simplestFailure?.code)
    #expect(two.failures.map(\.code) == one.failures.map(\.code))
    #expect(Set(two.races.map(\.resource)) == Set(one.races.map(\.resource)))
    #expect(two.failures.count == one.failures.count)
    #expect(two.lockOrderWarnings.count == one.lockOrderWarnings.count)
  }

  @Test(arguments: programs.indices)
  func `the parts add up to the whole`(_ index: Int) throws {
    let program = Self.programs[index]
    let whole = try explore("parts", program)
    for count in [1, 4] {
      var outcomes: [RunEnding.Kind: Int] = [:]
      for number in 1...count {
        var options = ExplorationOptions(shrinks: false)
        options.shard = ExplorationOptions.Shard(number, of: count)
        let part = try explore("parts", options: options, program)
        #expect(part.coverage == .partial(.shard(number, of: count)))
        for outcome in part.outcomes { outcomes[outcome.ending, default: 0] += outcome.schedules }
      }
      let all = whole.outcomes.map { ($0.ending, $0.schedules) }
      #expect(outcomes == Dictionary(uniqueKeysWithValues: all))
    }
  }

  @Test(arguments: [ExplorationOptions.Method.plain, .bounded(preemptions: 2)])
  func `so do parts without reduction`(_ method: ExplorationOptions.Method) throws {
    var options = ExplorationOptions(method, shrinks: false)
    let whole = try explore("parts", options: options, Programs.lostUpdate(times: 2))
    let parts = try (1...3).map { number in
      options.shard = ExplorationOptions.Shard(number, of: 3)
      return try explore("parts", options: options, Programs.lostUpdate(times: 2))
    }
    #expect(parts.reduce(0) { $0 + $1.schedules } == whole.schedules)
    #expect(parts.allSatisfy { $0.schedules > 0 })
  }

  @Test func `a quarter of the work is at most 40 percent of it`() throws {
    let program = Programs.lostUpdate(times: 4)
    let whole = try explore("quarter", options: ExplorationOptions(shrinks: false), program)
    for number in 1...4 {
      var options = ExplorationOptions(shrinks: false)
      options.shard = ExplorationOptions.Shard(number, of: 4)
      let part = try explore("quarter", options: options, program)
      #expect((part.schedules + part.redundantRuns) * 10 <= whole.schedules * 4)
    }
  }

  /// Eight threads that begin with steps that do not depend on each other, and one that reads what they
  /// wrote as long as it finds something.
  @Test(arguments: [2, 4])
  func `of parts no run is in vain but those that divide for others`(_ count: Int) throws {
    let program: @Sendable (Runtime) throws -> Void = { runtime in
      let cells = (0...8).map { runtime.cell("a\($0)", 0) }
      runtime.thread("reader") {
        var index = 8
        while cells[index].read() != 0 { index -= 1 }
      }
      for index in 1...8 {
        runtime.thread("writer \(index)") { cells[index].write(cells[index - 1].read() + 1) }
      }
    }
    let parts = try (1...count).map { number in
      var options = ExplorationOptions(shrinks: false)
      options.shard = ExplorationOptions.Shard(number, of: count)
      return try explore("lastzero", options: options, program)
    }
    #expect(parts.map(\.schedules).reduce(0, +) == 704)
    // Each machine divides by itself; one quarter of these runs, or half of them, is its own.
    #expect(parts.allSatisfy { $0.redundantRuns == 4 * (count - 1) })
    let together = try explore("lastzero", jobs: count, program)
    #expect(together.schedules == 704 && together.redundantRuns == 0)
  }

  /// Whether A writes y depends on what it reads, so that C, where it is to come behind A, may wait in
  /// vain; and where neither writes, neither is first.
  @Test(arguments: [true, false])
  func `a schedule without the steps that divide is in one part`(_ isReader: Bool) throws {
    let program: Program = { runtime in
      let (x, y) = (runtime.cell("x", 0), runtime.cell("y", 0))
      runtime.thread("A") { if x.read() == 0 { y.write(1) } }
      runtime.thread("C") {
        if isReader { _ = y.read() } else if x.read() == 0 { y.write(2) }
      }
      runtime.thread("B") { x.write(1) }
      runtime.atEnd { runtime.outcome("\(y.read())") }
    }
    let whole = try explore("vain", program)
    var options = ExplorationOptions(shrinks: false)
    options.shard = ExplorationOptions.Shard(1, of: 1)
    let parts = try explore("vain", options: options, program)
    #expect(whole.redundantRuns == 0)
    #expect(parts.schedules == whole.schedules)
    #expect(parts.outcomes.map(\.schedules) == whole.outcomes.map(\.schedules))
    #expect(parts.redundantRuns == (isReader ? 1 : 3))
  }

  /// The run that divides a part is the first of what is left of it, so it is not made again.
  @Test(arguments: [ExplorationOptions.Method.exhaustive, .plain, .bounded(preemptions: 1)])
  func `a search that has divided its part goes on like one of what is left`(
    _ method: ExplorationOptions.Method
  ) throws {
    let random = LongTests.all(Array(0..<UInt64(100)), orFirst: 20).map { seed in
      RandomProgramTests.program(RandomProgramTests.randomThreads(seed))
    }
    var compared = 0
    let programs = Self.programs + random
    for (number, program) in programs.enumerated() {
      let place = SourcePlace(file: #fileID, line: #line)
      let explorer = Explorer(
        "begun", version: 1, ExplorationOptions(method), at: place, program)
      for piece in explorer.share(among: 2).pieces {
        guard let begun = piece.begun else { continue }
        let anew = explorer.search(in: piece.part)
        _ = explorer.runner.run(anew)
        #expect(try written(begun.state) == written(anew.state), "program \(number)")
        compared += 1
      }
    }
    #expect(compared > 100)
  }

  private func written(_ state: DepthFirst.State) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(state), as: UTF8.self)
  }

  @Test func `random programs are divided without a loss`() throws {
    var compared = 0
    let programs = LongTests.all(Array(1...40), orFirst: 10).count
    for seed in 0..<UInt64(400) where compared < programs {
      let program = RandomProgramTests.program(RandomProgramTests.randomThreads(seed))
      var options = ExplorationOptions(schedules: 100, shrinks: false)
      let whole = try explore("random", options: options, program)
      guard whole.coverage.isComplete, whole.schedules > 3 else { continue }
      compared += 1
      options.schedules = 10_000
      let together = try explore("random", options: options, jobs: 2, program)
      #expect(together.description == whole.description, "seed \(seed)")
      let parts = try (1...3).map { number in
        options.shard = ExplorationOptions.Shard(number, of: 3)
        return try explore("random", options: options, program)
      }
      #expect(parts.reduce(0) { $0 + $1.schedules } == whole.schedules, "seed \(seed)")
      #expect(
        Set(parts.flatMap { $0.outcomes.map(\.ending) }) == Set(whole.outcomes.map(\.ending)))
    }
    #expect(compared == programs)
  }

  @Test func `a part that there is not is refused`() {
    for shard in [(0, 4), (5, 4), (1, 0), (-1, 2)] {
      var options = ExplorationOptions()
      options.shard = ExplorationOptions.Shard(shard.0, of: shard.1)
      #expect(throws: ExplorationError.badShard(shard.0, of: shard.1)) {
        try explore("part", options: options) { _ in }
      }
    }
    #expect(throws: ExplorationError.badBudget("jobs", 0)) { try explore("none", jobs: 0) { _ in } }
  }
}
