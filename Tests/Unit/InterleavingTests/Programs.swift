import Interleaving

extension ExplorationOptions {
  /// For programs that stand it that waits return in vain, and deadlock by the thousands.
  static func lettingGo(
    _ method: Method = .exhaustive, schedules: Int = 100_000
  ) -> ExplorationOptions {
    var options = ExplorationOptions(method, schedules: schedules, shrinks: false)
    options.stuckThreads = .letGo
    return options
  }
}

/// Small programs whose schedules can be counted by hand.
enum Programs {
  /// `threads` threads add one to a counter, `times` times each, without a lock.
  static func lostUpdate(threads: Int = 2, times: Int) -> Program {
    { runtime in
      let counter = runtime.cell("counter", 0)
      for number in 1...threads {
        runtime.thread("T\(number)") {
          for _ in 1...times { counter.write(counter.read() + 1) }
        }
      }
      runtime.atEnd { name(counter.value, of: threads * times, in: runtime) }
    }
  }

  /// The same with a lock around each addition.
  static func mutex(threads: Int = 2, times: Int) -> Program {
    { runtime in
      let counter = runtime.cell("counter", 0)
      let lock = runtime.lock("L")
      for number in 1...threads {
        runtime.thread("T\(number)") {
          for _ in 1...times { lock.withLock { counter.write(counter.read() + 1) } }
        }
      }
      runtime.atEnd { name(counter.value, of: threads * times, in: runtime) }
    }
  }

  private static func name(_ value: Int, of expected: Int, in runtime: Runtime) {
    runtime.outcome(value == expected ? "right" : "wrong")
  }

  /// Everybody takes the fork on the left, then the one on the right.
  static func philosophers(_ count: Int) -> Program {
    { runtime in
      let forks = (0..<count).map { runtime.lock("fork \($0)") }
      for seat in 0..<count {
        runtime.thread("philosopher \(seat)") {
          forks[seat].withLock { forks[(seat + 1) % count].withLock {} }
        }
      }
    }
  }

  /// Two threads take two locks in opposite orders.
  static var abba: Program { philosophers(2) }

  /// A block of a private queue waits for main, while main waits for the queue.
  static let pingPong: @Sendable (Runtime) throws -> Void = { runtime in
    let queue = runtime.queue("private")
    queue.async { runtime.main.sync {} }
    queue.sync {}
  }
}
