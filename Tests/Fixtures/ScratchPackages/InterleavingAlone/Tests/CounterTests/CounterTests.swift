import Interleaving
import Testing

@Test func `no update is lost`() throws {
  let result = try explore("counter", options: .init(forbidden: ["lost"])) { runtime in
    let (count, lock) = (runtime.cell("count", 0), runtime.lock("lock"))
    for name in ["A", "B"] {
      runtime.thread(name) { lock.withLock { count.write(count.read() + 1) } }
    }
    runtime.atEnd { runtime.outcome(count.read() == 2 ? "counted" : "lost") }
  }
  #expect(result.failures.isEmpty)  // without the lock: lost in 2 of 4 schedules, with a code
}
