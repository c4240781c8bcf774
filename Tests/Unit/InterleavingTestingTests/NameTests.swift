import Dispatch
import Foundation
import Interleaving
import InterleavingTesting
import Synchronization
import Testing

/// Everything that a test of concurrent code may import, in one file: no name means two things.
struct NameTests {
  private final class Counters: Sendable {
    let atomic = Atomic(0)
    let mutex = Mutex(0)
  }

  @Test func `the names of the standard libraries mean what they always mean`() {
    let counters = Counters()
    counters.atomic.add(1, ordering: .relaxed)
    counters.mutex.withLock { $0 += 1 }
    #expect(counters.atomic.load(ordering: .relaxed) == counters.mutex.withLock { $0 })
    let thread: Thread = Thread.current
    let queue: DispatchQueue = DispatchQueue.global()
    let semaphore: DispatchSemaphore = DispatchSemaphore(value: 1)
    let group: DispatchGroup = DispatchGroup()
    let condition: NSCondition = NSCondition()
    let locks: [any NSLocking] = [NSLock(), NSRecursiveLock(), condition]
    let operation: Operation = Operation()
    let timer: Foundation.Timer.Type = Timer.self
    let loop: RunLoop = RunLoop.current
    let progress: Progress = Progress(totalUnitCount: 1)
    semaphore.wait()
    semaphore.signal()
    group.notify(queue: queue) {}
    _ = (thread, locks, operation, timer, loop, progress, Issue.self, Test.self, Comment.self)
  }

  @Test func `those of the runtime need no module before them`() throws {
    try check { runtime in
      let lock: Lock = runtime.lock("lock")
      let recursive: RecursiveLock = runtime.recursiveLock("recursive")
      let shared: ReadWriteLock = runtime.readWriteLock("shared")
      let semaphore: CountingSemaphore = runtime.semaphore("semaphore", value: 1)
      let mutex: SharedMutex<Int> = runtime.mutex("mutex", 0)
      let atomic: SharedAtomic<Int> = runtime.atomic("atomic", 0)
      let stream: SharedStream<Int> = runtime.stream("stream", of: Int.self)
      let condition: Condition = runtime.condition("condition")
      let group: WorkGroup = runtime.group("group")
      let queue: SerialQueue = runtime.queue("queue")
      let beside: ConcurrentQueue = runtime.concurrentQueue("beside")
      let cell: Cell<Int> = runtime.cell("cell", 0)
      let done: Completion = runtime.completion("done")
      let thread: ThreadHandle = runtime.thread("thread") { done.complete() }
      done.wait()
      thread.join()
      lock.withLock { recursive.withLock { shared.reading { cell.write(1) } } }
      semaphore.wait()
      queue.sync { beside.sync { mutex.withLock { $0 += cell.read() } } }
      _ = (atomic, stream, condition, group)
    }
  }
}
