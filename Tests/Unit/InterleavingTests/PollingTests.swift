import Testing

@testable import Interleaving

/// Tasks that come back to an actor again and again, to see whether something has changed there.
struct PollingTests {
  private actor Box {
    private(set) var x: Int?
    func set(_ value: Int) { x = value }
    func isReady() -> Bool { x != nil }
    func isReady(_ flag: Cell<Bool>) -> Bool { flag.read() }
    func isZero(_ elsewhere: Last) -> Bool { elsewhere.value == 0 }

    /// Other jobs of the actor come in between.
    func wait(atMost rounds: Int = .max) async -> Bool {
      for _ in 1...rounds {
        if x != nil { return true }
        await Task.yield()
      }
      return false
    }

    func count(in rounds: Cell<Int>) -> Bool {
      rounds.write(rounds.read() + 1)
      return x != nil
    }
  }

  @MainActor private final class Model {
    private(set) var x: Int?
    nonisolated init() {}
    func set(_ value: Int) { x = value }
    func look() {}
  }

  typealias SharedProgram = @Sendable (Runtime) throws -> Void

  private func explored(
    looks: Int? = 8, jobs: Int = 1, _ program: @escaping SharedProgram
  ) throws -> Exploration {
    var options = ExplorationOptions(points: 500, shrinks: false)
    options.looks = looks
    return try explore("polling", options: options, jobs: jobs, program)
  }

  enum Way: CaseIterable {
    case property, method, insideOfActor, sleeping, onMain, fromMain, sleepingOnMain
    case fromMainToActor, sleepingFromMainToActor

    var program: SharedProgram {
      { [self] runtime in
        let (box, model) = (Box(), Model())
        runtime.task("asker") {
          switch self {
          case .property: while await box.x == nil { await Task.yield() }
          case .method: while await !box.isReady() { await Task.yield() }
          case .insideOfActor: _ = await box.wait()
          case .sleeping:
            while await box.x == nil { try? await Task.sleep(for: .seconds(1)) }
          case .onMain: while await model.x == nil { await Task.yield() }
          case .fromMain:
            await Task { @MainActor in while model.x == nil { await Task.yield() } }.value
          case .sleepingOnMain:
            await Task { @MainActor in
              while model.x == nil { try? await Task.sleep(for: .seconds(1)) }
            }.value
          case .fromMainToActor:
            await Task { @MainActor in while await box.x == nil { await Task.yield() } }.value
          case .sleepingFromMainToActor:
            await Task { @MainActor in
              while await box.x == nil { try? await Task.sleep(for: .seconds(1)) }
            }.value
          }
          runtime.outcome("went on")
        }
        runtime.task("setter") {
          await box.set(1)
          await model.set(1)
        }
      }
    }

    /// The setter comes before one of the looks. From the main actor a task comes there once more.
    func schedules(_ looks: Int) -> Int {
      switch self {
      case .fromMain, .sleepingOnMain: looks + 2
      // It comes to the actor and to main in each round.
      case .fromMainToActor, .sleepingFromMainToActor: 2 * looks + 3
      default: looks + 1
      }
    }
  }

  @Test(arguments: Way.allCases) func `a task that polls an actor comes to its end`(_ way: Way)
    throws
  {
    for looks in [3, 8] {
      let result = try explored(looks: looks, way.program)
      #expect(result.coverage == .exhaustive)
      #expect(result.outcomes.map(\.name) == ["went on"])
      #expect(result.looksUnrolled == looks)
      #expect(result.schedules == way.schedules(looks))
    }
    let divided = try explored(jobs: 2, way.program)
    #expect(divided.coverage == .exhaustive)
    #expect(divided.looksUnrolled == 8)
    #expect(divided.schedules == way.schedules(8))
  }

  enum Company: CaseIterable {
    /// A task that comes back to look changes nothing for another one.
    case anotherPoller
    /// What comes behind the loop depends on when it ended.
    case severalChanges
    case eachOther
    /// A task of the main actor comes to another actor in each round.
    case severalActors, severalActorsElsewhere
    /// What the actor reads, threads write that never come to it.
    case writerElsewhere

    var program: SharedProgram {
      { [self] runtime in
        let (box, other) = (Box(), Box())
        let (flag, x) = (runtime.cell("flag", false), runtime.cell("x", 0))
        switch self {
        case .anotherPoller:
          for name in ["A", "B"] {
            runtime.task(name) { while await box.x == nil { await Task.yield() } }
          }
          runtime.task("setter") { await box.set(1) }
        case .severalChanges:
          runtime.task("asker") {
            while await (box.x ?? 0) < 2 { await Task.yield() }
            runtime.outcome("\(await box.x!)")
          }
          runtime.task("setter") { for number in 1...4 { await box.set(number) } }
        case .eachOther:
          runtime.task("A") {
            await box.set(1)
            while await other.x == nil { await Task.yield() }
            x.write(x.value * 10 + 1)
          }
          runtime.task("B") {
            while await box.x == nil { await Task.yield() }
            x.write(x.value * 10 + 2)
            await other.set(1)
            x.write(x.value * 10 + 3)
          }
          runtime.atEnd { runtime.outcome("\(x.value)") }
        case .severalActors:
          runtime.task("asker") { @MainActor in
            while await box.x == nil { await Task.yield() }
            runtime.outcome("\(x.read())")
          }
          runtime.task("setter") {
            await box.set(1)
            x.write(1)
          }
        case .severalActorsElsewhere:
          runtime.task("asker") { @MainActor in
            while await !box.isReady(flag) { await Task.yield() }
            let seen = x.read()
            await other.set(seen)
            runtime.outcome("\(seen)")
          }
          runtime.task("setter") {
            await other.set(3)
            flag.write(true)
            x.write(1)
          }
        case .writerElsewhere:
          runtime.task("asker") {
            while await !box.isReady(flag) { await Task.yield() }
            runtime.outcome("\(x.read())")
          }
          runtime.thread("writer") {
            flag.write(true)
            x.write(1)
          }
        }
      }
    }

    var schedules: Int {
      switch self {
      case .anotherPoller: 94
      case .severalChanges: 48
      case .eachOther: 24
      case .severalActors: 6
      case .severalActorsElsewhere: 5
      case .writerElsewhere: 5
      }
    }
  }

  @Test(arguments: Company.allCases) func `a task that polls meets others in every order`(
    _ company: Company
  ) throws {
    let result = try explored(looks: 2, company.program)
    let every = try #require(EveryOrder(of: company.program, looks: 2, atMost: 1_000))
    #expect(result.coverage == .exhaustive)
    #expect(result.looksUnrolled == 2)
    #expect(result.schedules == company.schedules)
    #expect(result.schedules == every.classes)
    #expect(result.outcomes.map(\.name).sorted() == every.outcomes)
    #expect(try explored(looks: 2, jobs: 2, company.program).schedules == every.classes)
  }

  @Test func `a task that polls for nothing goes round without end`() throws {
    let result = try explored { runtime in
      let box = Box()
      runtime.task("asker") { while await box.x == nil { await Task.yield() } }
      runtime.task("other") { _ = await box.isReady() }
    }
    #expect(result.outcomes.map(\.name) == ["goes round without end"])
    #expect(result.failingSchedules == 1)
    #expect(result.coverage == .partial(.unfinishedRun))
  }

  /// What its actor writes elsewhere, others could see.
  @Test func `a loop that changes something is not unrolled`() throws {
    let result = try explored { runtime in
      let (box, rounds) = (Box(), runtime.cell("rounds", 0))
      runtime.task("asker") { while await !box.count(in: rounds) { await Task.yield() } }
      runtime.task("setter") { await box.set(1) }
    }
    #expect(result.coverage == .partial(.unfinishedRun))
    #expect(result.looksUnrolled == nil)
  }

  @Test func `a loop of the main actor that changes something is not unrolled`() throws {
    let result = try explored { runtime in
      let (box, rounds) = (Box(), runtime.cell("rounds", 0))
      runtime.task("asker") { @MainActor in
        while await box.x == nil {
          rounds.write(rounds.read() + 1)
          await Task.yield()
        }
      }
      runtime.task("setter") { await box.set(1) }
    }
    #expect(result.coverage == .partial(.unfinishedRun))
    #expect(result.looksUnrolled == nil)
  }

  @Test func `a loop that starts tasks is not unrolled`() throws {
    let result = try explored { runtime in
      let (box, model) = (Box(), Model())
      runtime.task("asker") {
        while await box.x == nil {
          await Task.yield()
          Task { @MainActor in model.look() }
        }
      }
      runtime.task("setter") { await box.set(1) }
    }
    #expect(result.coverage == .partial(.unfinishedRun))
    #expect(result.looksUnrolled == nil)
  }

  /// The other never stops for a change, and what it has changed is none of the actor.
  @Test func `a task that polls has its turn where all others go round`() throws {
    let result = try explored { runtime in
      let (box, elsewhere) = (Box(), Last())
      let (lock, done) = (runtime.lock("lock"), runtime.cell("done", false))
      runtime.task("asker") {
        while await box.isZero(elsewhere) { await Task.yield() }
        lock.withLock { done.write(true) }
      }
      runtime.task("other") {
        lock.withLock { elsewhere.value = 1 }
        while !lock.withLock({ done.read() }) {}
      }
    }
    #expect(result.failingSchedules == 0)
    #expect(result.looksUnrolled == 8)
    #expect(result.coverage == .partial(.unfinishedRun))
  }

  @Test func `calls of an actor without a yield between them are no looks`() throws {
    let result = try explored { runtime in
      let box = Box()
      runtime.task("writer") { for number in 1...20 { await box.set(number) } }
      runtime.task("reader") { runtime.outcome("\(await box.x ?? 0)") }
    }
    #expect(result.coverage == .exhaustive)
    #expect(result.looksUnrolled == nil)
    #expect(result.outcomes.count == 21)
    #expect(result.schedules == 21)
  }

  @Test func `calls of an actor from several places are looks of each place`() throws {
    let result = try explored(looks: 4) { runtime in
      let box = Box()
      runtime.task("writer") {
        for round in 0..<3 {
          await box.set(4 * round + 1)
          await Task.yield()
          await box.set(4 * round + 2)
          await Task.yield()
          await box.set(4 * round + 3)
          await Task.yield()
          await box.set(4 * round + 4)
          await Task.yield()
        }
      }
      runtime.task("reader") { runtime.outcome("\(await box.x ?? 0)") }
    }
    #expect(result.coverage == .exhaustive)
    #expect(result.looksUnrolled == nil)
    #expect(result.schedules == 13)
  }
}

// MARK: Loops that give up

extension PollingTests {
  enum Retry: CaseIterable {
    case yielding, sleeping, insideOfActor, onMain, withCell, secondLoop, withoutStep

    var program: SharedProgram {
      { [self] runtime in
        let (box, model, flag) = (Box(), Model(), runtime.cell("flag", false))
        runtime.task("asker") {
          switch self {
          case .yielding, .withoutStep:
            for _ in 1...20 {
              if await box.x != nil { return }
              await Task.yield()
            }
          case .sleeping:
            for _ in 1...20 {
              if await box.x != nil { return }
              try? await Task.sleep(for: .seconds(1))
            }
          case .insideOfActor: if await box.wait(atMost: 19) { return }
          case .onMain:
            for _ in 1...20 {
              if await model.x != nil { return }
              await Task.yield()
            }
          case .withCell:
            for _ in 1...20 {
              if await box.isReady(flag) { return }
              await Task.yield()
            }
          case .secondLoop:
            while await !box.isReady(flag) { await Task.yield() }
            for _ in 1...20 {
              if await box.x != nil { return }
              await Task.yield()
            }
          }
          if self != .withoutStep { runtime.outcome("gave up") }
        }
        runtime.task("setter") {
          flag.write(true)
          if self == .onMain { await model.set(1) } else { await box.set(1) }
        }
      }
    }

    var schedules: Int {
      switch self {
      case .withCell: 41
      case .secondLoop: 441
      default: 21
      }
    }
  }

  @Test(arguments: Retry.allCases) func `of a task that gives up polling it is told`(_ retry: Retry)
    throws
  {
    for jobs in 1...2 {
      let result = try explored(jobs: jobs, retry.program)
      #expect(result.looksUnrolled == 8)
      guard case .partial(.retry(_, looks: 20)) = result.coverage else {
        Issue.record("\(result.coverage)")
        return
      }
    }
    let all = try explored(looks: 20, retry.program)
    #expect(all.coverage == .exhaustive)
    #expect(all.outcomes.contains { $0.name == "gave up" } == (retry != .withoutStep))
    #expect(all.schedules == retry.schedules)
    // Without a limit the first of two loops would have no end.
    if retry != .secondLoop {
      #expect(try explored(looks: nil, retry.program).schedules == retry.schedules)
    }
  }
}
