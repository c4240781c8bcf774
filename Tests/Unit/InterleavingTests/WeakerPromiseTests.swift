import Interleaving
import Testing

/// What a platform does not promise happens where it is asked for, and is told in the claim.
struct WeakerPromiseTests {
  private static let claim: [WeakerPromise: String] = [
    .earlyWakeUps: "wake early", .anyWaiterWakes: "any waiter",
    .anyOneHasTheLock: "not first come, first served",
  ]

  /// Explores with and without reduction, which must find the same.
  private func outcomes(
    _ weaker: Set<WeakerPromise>, alsoPlain: Bool = true, _ program: @escaping Program
  ) throws -> Set<String> {
    var options = ExplorationOptions(shrinks: false)
    options.weaker = weaker
    let reduced = try explore("weaker", options: options, program)
    #expect(reduced.coverage == .exhaustive)
    if alsoPlain {
      options.method = .plain
      let plain = try explore("weaker", options: options, program)
      #expect(plain.coverage == .plain)
      #expect(Set(reduced.outcomes.map(\.name)) == Set(plain.outcomes.map(\.name)))
    }
    for promise in WeakerPromise.allCases {
      #expect(reduced.summary.contains(Self.claim[promise]!) == weaker.contains(promise))
    }
    return Set(reduced.outcomes.map(\.name))
  }

  /// One takes what another one puts.
  private static func taking(inALoop: Bool) -> Program {
    { runtime in
      let condition = runtime.condition("C")
      nonisolated(unsafe) var items = 0
      runtime.thread("takes") {
        condition.withLock {
          while items == 0 {
            condition.wait()
            if !inALoop { break }
          }
          runtime.outcome(items == 0 ? "nothing there" : "taken")
        }
      }
      runtime.thread("puts") {
        condition.withLock {
          items += 1
          condition.signal()
        }
      }
    }
  }

  @Test func `a wait may end early, and a loop around it is not mistaken`() throws {
    #expect(try outcomes([], Self.taking(inALoop: false)) == ["taken"])
    #expect(
      try outcomes([.earlyWakeUps], Self.taking(inALoop: false)) == ["taken", "nothing there"])
    #expect(try outcomes([.earlyWakeUps], Self.taking(inALoop: true)) == ["taken"])
  }

  /// A change without a signal: who waits by then waits without end, however early it wakes once.
  @Test func `a loop that was never signalled still hangs`() throws {
    let program: Program = { runtime in
      let condition = runtime.condition("C")
      nonisolated(unsafe) var isReady = false
      runtime.thread("waits") {
        condition.withLock { while !isReady { condition.wait() } }
        runtime.outcome("went on")
      }
      runtime.thread("tells no one") { condition.withLock { isReady = true } }
    }
    let usual = try outcomes([], program)
    #expect(usual.count == 2 && usual.contains("went on"))
    #expect(try outcomes([.earlyWakeUps], program) == usual)
  }

  /// ```
  /// A            B            signals
  /// waits
  ///              waits
  ///                           signals once
  /// goes on, or B goes on
  /// ```
  @Test func `a signal may wake the one that came last`() throws {
    let program: Program = { runtime in
      let condition = runtime.condition("C")
      let waiting = runtime.semaphore("waiting")
      nonisolated(unsafe) var (came, woken) = ([String](), [String]())
      for name in ["A", "B"] {
        runtime.thread(name) {
          condition.withLock {
            came.append(name)
            waiting.signal()
            condition.wait()
            woken.append(name)
            condition.signal()
          }
        }
      }
      runtime.thread("signals") {
        for _ in 1...2 { waiting.wait() }
        condition.withLock { condition.signal() }
      }
      runtime.atEnd { runtime.outcome(came == woken ? "the first" : "the last") }
    }
    // Without reduction there are more than 100,000.
    #expect(try outcomes([], alsoPlain: false, program) == ["the first"])
    #expect(
      try outcomes([.anyWaiterWakes], alsoPlain: false, program) == ["the first", "the last"])
  }

  /// ```
  /// A            writer       B
  /// reads
  ///              waits
  ///                           reads, or waits behind the writer
  /// gives it back
  /// ```
  @Test func `a reader may overtake a writer that waits`() throws {
    let program: Program = { runtime in
      let lock = runtime.readWriteLock("rooms")
      let begun = runtime.semaphore("begun")
      nonisolated(unsafe) var order: [String] = []
      runtime.thread("A") {
        lock.reading {
          begun.signal()
          begun.signal()
        }
      }
      for name in ["writer", "B"] {
        runtime.thread(name) {
          begun.wait()
          if name == "B" { lock.lockToRead() } else { lock.lockToWrite() }
          order.append(name)
          lock.unlock()
        }
      }
      runtime.atEnd { runtime.outcome(order.joined(separator: ", ")) }
    }
    let both: Set = ["writer, B", "B, writer"]
    #expect(try outcomes([], program) == both)
    #expect(try outcomes([.anyOneHasTheLock], program) == both)
  }

  /// Who reads, and reads again while a writer waits, waits for itself only where a lock is had in
  /// turn.
  @Test func `a reader may read again while a writer waits`() throws {
    let again: Program = { runtime in
      let lock = runtime.readWriteLock("rooms")
      runtime.thread("reads") { lock.reading { lock.reading {} } }
      runtime.thread("writes") { lock.writing {} }
    }
    #expect(try outcomes([], again).contains { $0.hasPrefix("deadlock") })
    #expect(try !outcomes([.anyOneHasTheLock], again).contains { $0.hasPrefix("deadlock") })
  }
}
