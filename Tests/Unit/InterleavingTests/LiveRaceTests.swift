import Foundation
import Testing

@testable import Interleaving

/// Data races of live runs. What orders two accesses does so in every run, however the real threads
/// happen to meet; and so does nothing.
@Suite(.serialized) struct LiveRaceTests {
  /// Two threads share a cell, which is "shared" and may have `guarding` it. Both are waited for.
  struct Pair: CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (Runtime, Cell<Int>) -> Void

    init(_ words: String, _ run: @escaping @Sendable (Runtime, Cell<Int>) -> Void) {
      testDescription = words
      self.run = run
    }
  }

  /// Those of its cell; other tests, which run beside this one, have cells of their own.
  private func races(of pair: Pair) -> [RaceReport] {
    let name = "shared by \(pair.testDescription)"
    let done = DispatchSemaphore(value: 0)
    // Not by the task that a test is: of those it is taken that they know of everything.
    Thread.detachNewThread {
      LiveRaces.shared.begin()
      pair.run(.live, Runtime.live.cell(name, 0))
      done.signal()
    }
    done.wait()
    return LiveRaces.shared.end().filter { $0.resource == name }
  }

  private static func both(
    _ runtime: Runtime, _ one: @escaping () -> Void, _ other: @escaping () -> Void
  ) {
    let threads = [runtime.uncheckedThread("A", one), runtime.uncheckedThread("B", other)]
    for thread in threads { thread.join() }
  }

  static let ordered = [
    Pair("a join") { runtime, cell in
      let thread = runtime.uncheckedThread("A") { cell.write(1) }
      thread.join()
      _ = cell.read()
    },
    Pair("the start of a thread") { runtime, cell in
      cell.write(1)
      both(runtime, { _ = cell.read() }, { _ = cell.read() })
    },
    Pair("a lock") { runtime, cell in
      let lock = runtime.lock("lock")
      both(runtime, { lock.withLock { cell.write(1) } }, { lock.withLock { cell.write(2) } })
    },
    Pair("a tried lock") { runtime, cell in
      let lock = runtime.lock("lock")
      let attempt = {
        while !lock.try() {}
        cell.write(1)
        lock.unlock()
      }
      both(runtime, attempt, attempt)
    },
    Pair("a recursive lock") { runtime, cell in
      let lock = runtime.recursiveLock("lock")
      both(runtime, { lock.withLock { cell.write(1) } }, { lock.withLock { cell.write(2) } })
    },
    Pair("a lock of readers and writers") { runtime, cell in
      let lock = runtime.readWriteLock("lock")
      both(
        runtime, { lock.writing { cell.write(1) } },
        { lock.reading { _ = cell.read() } })
    },
    Pair("a semaphore") { runtime, cell in
      let ready = runtime.semaphore("ready")
      both(
        runtime,
        {
          cell.write(1)
          ready.signal()
        },
        {
          ready.wait()
          cell.write(2)
        })
    },
    Pair("a completion") { runtime, cell in
      let done = runtime.completion("done")
      both(
        runtime,
        {
          cell.write(1)
          done.complete()
        },
        {
          while !done.isComplete {}
          cell.write(2)
        })
    },
    Pair("an atomic flag") { runtime, cell in
      let isReady = runtime.atomic("isReady", false)
      both(
        runtime,
        {
          cell.write(1)
          isReady.store(true)
        },
        {
          while !isReady.load() {}
          cell.write(2)
        })
    },
    Pair("a queue") { runtime, cell in
      let queue = runtime.queue("queue")
      both(
        runtime, { queue.asyncUnchecked { cell.write(1) } }, { queue.sync { cell.write(2) } })
      queue.sync { cell.write(3) }
      _ = cell.read()
    },
    Pair("a block that is handed on") { runtime, cell in
      let (one, other) = (runtime.queue("one"), runtime.queue("other"))
      let done = runtime.completion("done")
      one.asyncUnchecked {
        cell.write(1)
        other.asyncUnchecked {
          cell.write(2)
          done.complete()
        }
      }
      done.wait()
    },
    Pair("a delay") { runtime, cell in
      let done = runtime.completion("done")
      cell.write(1)
      runtime.after(.milliseconds(1), on: runtime.queue("queue")) {
        cell.write(2)
        done.complete()
      }
      done.wait()
    },
    Pair("a barrier") { runtime, cell in
      let queue = runtime.concurrentQueue("queue")
      both(
        runtime, { queue.sync(isBarrier: true) { cell.write(1) } },
        { queue.sync { _ = cell.read() } })
    },
    Pair("nothing, where both look") { runtime, cell in
      both(runtime, { _ = cell.read() }, { _ = cell.read() })
    },
  ]

  @Test(arguments: ordered)
  func `what is in order is no race`(_ pair: Pair) {
    #expect(races(of: pair).isEmpty)
  }

  static let unordered = [
    Pair("nothing") { runtime, cell in both(runtime, { cell.write(1) }, { cell.write(2) }) },
    Pair("nothing behind a look") { runtime, cell in
      both(runtime, { cell.write(1) }, { _ = cell.read() })
    },
    Pair("a lock that one takes") { runtime, cell in
      let lock = runtime.lock("lock")
      both(runtime, { lock.withLock { cell.write(1) } }, { _ = cell.read() })
    },
    Pair("two locks") { runtime, cell in
      let (lock, other) = (runtime.lock("lock"), runtime.lock("other"))
      both(runtime, { lock.withLock { cell.write(1) } }, { other.withLock { cell.write(2) } })
    },
    Pair("two queues") { runtime, cell in
      let (queue, other) = (runtime.queue("queue"), runtime.queue("other"))
      both(
        runtime, { queue.asyncUnchecked { cell.write(1) } },
        { other.asyncUnchecked { cell.write(2) } })
      queue.sync {}
      other.sync {}
    },
    Pair("a signal before it") { runtime, cell in
      let ready = runtime.semaphore("ready")
      both(
        runtime,
        {
          ready.signal()
          cell.write(1)
        },
        {
          ready.wait()
          cell.write(2)
        })
    },
  ]

  @Test(arguments: unordered)
  func `what nothing orders is a race, however the threads meet`(_ pair: Pair) throws {
    let race = try #require(races(of: pair).first)
    #expect(race.first.thread != race.second.thread)
    #expect(race.first.kind == .write || race.second.kind == .write)
  }

  @Test func `what comes after a run is not noted`() {
    _ = races(of: Self.unordered[0])
    let cell = Runtime.live.cell("later", 0)
    Self.both(.live, { cell.write(1) }, { cell.write(2) })
    LiveRaces.shared.begin()
    #expect(LiveRaces.shared.end().allSatisfy { $0.resource != "later" })
  }
}
