import Dispatch
import Foundation
import Interleaving
import Testing

/// Private queues of the live runtime.
struct LiveQueueTests {
  /// What it wrote is read in a block of the same queue.
  private final class Log: @unchecked Sendable {
    // @unchecked Sendable because only blocks of one serial queue touch it.
    var lines: [Int] = []
  }

  @Test func `blocks run in the order they came, also of a queue that is kept nowhere`() {
    let log = Log()
    let done = DispatchSemaphore(value: 0)
    func enqueue(on queue: SerialQueue) {
      for number in 1...100 { queue.async { log.lines.append(number) } }
      queue.async { done.signal() }
    }
    enqueue(on: Runtime.live.queue("dropped"))
    done.wait()
    #expect(log.lines == Array(1...100))
  }

  @Test func `sync hands back what the block returned, and an engine nests its calls`() {
    let queue = Runtime.live.queue("Q")
    #expect(queue.sync { queue.syncOrRun { queue.isCurrent ? 7 : 0 } } == 7)
  }

  @Test func `a block lets go of what it captured once it has run`() {
    let queue = Runtime.live.queue("Q")
    weak var captured: Log?
    do {
      let log = Log()
      captured = log
      queue.async { log.lines.append(1) }
    }
    queue.sync {}
    #expect(captured == nil)
  }

  /// A block of `outer` waits for one of a queue that the runtime does not know, and that one for
  /// a block of `inner`: all of it on one thread, which holds all three.
  @Test func `a queue is held in whatever its block waits for, and current only in its own`() {
    let outer = Runtime.live.queue("outer")
    let inner = Runtime.live.queue("inner")
    let between = DispatchQueue(label: "between")
    let answers = outer.sync {
      between.sync {
        let before = [outer.isCurrent, inner.isHeld]
        return before
          + inner.sync { [outer.isCurrent, outer.isHeld, inner.isCurrent] }
          + [inner.isHeld]
      }
    }
    #expect(answers == [true, false, false, true, true, false])
    #expect(!outer.isHeld)
  }

  /// Dispatch sees that the thread has the queue, directly or around another, and ends the process.
  @Test func `a queue that waits for itself ends the process, as Dispatch decides`() async {
    await #expect(processExitsWith: .failure) {
      let queue = Runtime.live.queue("Q")
      queue.sync { queue.sync {} }
    }
    await #expect(processExitsWith: .failure) {
      let (a, b) = (Runtime.live.queue("A"), Runtime.live.queue("B"))
      a.sync { b.sync { a.sync {} } }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run { Runtime.live.main.sync {} }
    }
  }

  @Test func `queues that are kept nowhere take no memory`() async {
    await #expect(processExitsWith: .success) {
      func makeQueues() {
        for _ in 0..<20_000 { Runtime.live.queue("short-lived").sync {} }
      }
      makeQueues()
      let before = ProcessUsage.now.kilobytes
      makeQueues()
      // A queue takes more than a hundred bytes.
      precondition(ProcessUsage.now.kilobytes - before < 1_000)
    }
  }
}
