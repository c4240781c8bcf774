import Interleaving
import Testing

/// Loops that wait by looking, and loops that look so often and give up.
struct LookingTests {
  private func explored(_ program: @escaping Program) throws -> Exploration {
    let result = try explore("looking", options: ExplorationOptions(shrinks: false), program)
    #expect(result.coverage == .exhaustive)
    return result
  }

  enum Way: CaseIterable { case bare, sleeping, twoCells }

  @Test(arguments: Way.allCases) func `a spin-wait comes to its end in every order`(_ way: Way)
    throws
  {
    let result = try explored { runtime in
      let (flag, other) = (runtime.cell("flag", false), runtime.cell("other", false))
      runtime.thread("spinner") {
        switch way {
        case .bare: while !flag.read() {}
        case .sleeping: while !flag.read() { runtime.sleep(for: .milliseconds(1)) }
        case .twoCells: while !flag.read() || !other.read() {}
        }
        runtime.outcome("went on")
      }
      runtime.thread("setter") {
        other.write(true)
        flag.write(true)
      }
    }
    #expect(result.outcomes.map(\.name) == ["went on"])
    #expect(result.looksUnrolled == 8)
    #expect(result.summary.contains("loops that only look unrolled 8 times"))
  }

  /// That a cell which was read before the loop has changed since is nothing that the loop would see.
  @Test func `a spin-wait behind another look comes to its end in every order`() throws {
    let result = try explored { runtime in
      let (flag, other) = (runtime.cell("flag", 0), runtime.cell("other", 0))
      runtime.thread("spinner") {
        let before = other.read()
        while flag.read() != 2 {}
        runtime.outcome("other was \(before)")
      }
      runtime.thread("setter") {
        other.write(1)
        flag.write(1)
        flag.write(2)
      }
    }
    #expect(result.outcomes.map(\.name).sorted() == ["other was 0", "other was 1"])
    #expect(result.looksUnrolled == 8)
  }

  /// The inner loop does not look at what ends the outer one, but comes back to it.
  @Test func `a loop in a loop that only look sees a change of either`() throws {
    let result = try explored { runtime in
      let (done, ready) = (runtime.cell("done", false), runtime.cell("ready", false))
      let x = runtime.cell("x", 0)
      runtime.thread("T1") {
        var rounds = 0
        while !done.read() {
          for _ in 0..<20 where ready.read() { break }
          rounds += 1
        }
        runtime.outcome("\(rounds > 0) \(x.read())")
      }
      runtime.thread("T2") {
        done.write(true)
        x.write(1)
      }
    }
    #expect(result.outcomes.map(\.name).sorted() == ["false 0", "false 1", "true 0", "true 1"])
  }

  /// It is parked before it has come back, so that the other one does not see what it waits for.
  @Test func `of a long loop in a loop it is told which code no order reached`() throws {
    let program: Program = { runtime in
      let (done, ready) = (runtime.cell("done", false), runtime.cell("ready", false))
      let x = runtime.cell("x", 0)
      runtime.thread("T1") {
        while !done.read() { for _ in 0..<30 where ready.read() { break } }
        runtime.outcome("\(x.read())")
      }
      runtime.thread("T2") {
        done.write(true)
        x.write(1)
      }
    }
    let result = try explore("looking", program)
    guard case .partial(.retry(let place, looks: 30)) = result.coverage else {
      Issue.record("\(result.coverage)")
      return
    }
    #expect(place.line == #line - 13)
    var options = ExplorationOptions()
    options.looks = 30
    let all = try explore("looking", options: options, program)
    #expect(all.coverage.isComplete)
    #expect(all.outcomes.map(\.name).sorted() == ["0", "1"])
  }

  /// One thread that waits, and one that gives up, by the same line.
  @Test(arguments: [1, 2]) func `each thread that looks on a line is asked whether it gives up`(
    _ jobs: Int
  ) throws {
    let result = try explore("patience", jobs: jobs) { runtime in
      let (flag, gaveUp) = (runtime.atomic("flag", false), runtime.cell("gave up", false))
      @Sendable func wait(_ most: Int) -> Bool {
        for _ in 0..<most where flag.load() { return true }
        return false
      }
      runtime.thread("A") { _ = wait(.max) }
      runtime.thread("B") { if !wait(50) { gaveUp.write(true) } }
      runtime.thread("C") { flag.store(true) }
    }
    guard case .partial(.retry(_, looks: 50)) = result.coverage else {
      Issue.record("\(result.coverage)")
      return
    }
  }

  /// An exchange that fails has changed nothing: the thread waits until the lock is given back.
  @Test func `a lock made of an atomic comes to its end in every order`() throws {
    let result = try explored { runtime in
      let (taken, x) = (runtime.atomic("taken", false), runtime.cell("x", 0))
      for name in ["A", "B"] {
        runtime.thread(name) {
          while !taken.compareExchange(expected: false, desired: true).exchanged {}
          x.write(x.read() + 1)
          taken.store(false)
        }
      }
      runtime.atEnd { runtime.outcome("\(x.value)") }
    }
    #expect(result.outcomes.map(\.name) == ["2"])
    #expect(result.looksUnrolled == 8)
    #expect(result.races.isEmpty)
  }

  @Test func `an exchange that is tried often enough succeeds or gives up`() throws {
    let result = try explored { runtime in
      let taken = runtime.atomic("taken", true)
      runtime.thread("asker") {
        for _ in 1...3 where taken.compareExchange(expected: false, desired: true).exchanged {
          return runtime.outcome("took it")
        }
        runtime.outcome("gave up")
      }
      runtime.thread("holder") { taken.store(false) }
    }
    #expect(Set(result.outcomes.map(\.name)) == ["took it", "gave up"])
    #expect(result.schedules == 4)
  }

  @Test func `a retry that gives up keeps both endings`() throws {
    let result = try explored { runtime in
      let flag = runtime.cell("flag", false)
      runtime.thread("asker") {
        for _ in 1...5 {
          if flag.read() { return runtime.outcome("heard") }
          runtime.sleep(for: .seconds(1))
        }
        runtime.outcome("gave up")
      }
      runtime.thread("setter") { flag.write(true) }
    }
    #expect(Set(result.outcomes.map(\.name)) == ["heard", "gave up"])
    #expect(result.looksUnrolled == nil)
    #expect(result.schedules == 6)
  }

  /// No thread is left that could change anything.
  @Test func `a retry that outlasts everybody gives up`() throws {
    let result = try explored { runtime in
      let flag = runtime.cell("flag", false)
      runtime.thread("asker") {
        for _ in 1...50 where flag.read() { return }
        runtime.outcome("gave up")
      }
    }
    #expect(result.outcomes.map(\.name) == ["gave up"])
  }

  @Test func `two threads may wait for each other by looking`() throws {
    let result = try explored { runtime in
      let (ping, pong) = (runtime.cell("ping", 0), runtime.cell("pong", 0))
      runtime.thread("A") {
        ping.write(1)
        while pong.read() == 0 {}
        runtime.outcome("answered")
      }
      runtime.thread("B") {
        while ping.read() == 0 {}
        pong.write(1)
      }
    }
    #expect(result.outcomes.map(\.name) == ["answered"])
  }
}
