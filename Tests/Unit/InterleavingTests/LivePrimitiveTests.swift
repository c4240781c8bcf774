import Interleaving
import Testing

/// The same things on real threads.
struct LivePrimitiveTests {
  private let runtime = Runtime.live

  /// Adds up what eight threads count, a thousand times each.
  private func count(_ add: @escaping (Int) -> Void) {
    let threads = (1...8).map { number in
      runtime.uncheckedThread("T\(number)") { for _ in 1...1000 { add(number) } }
    }
    for thread in threads { thread.join() }
  }

  @Test func `locks of all kinds keep eight threads apart`() {
    nonisolated(unsafe) var sums = [0, 0, 0, 0]
    let (recursive, shared) = (runtime.recursiveLock("R"), runtime.readWriteLock("W"))
    let (condition, plain) = (runtime.condition("C"), runtime.lock("L"))
    count { _ in recursive.withLock { recursive.withLock { sums[0] += 1 } } }
    count { _ in shared.writing { sums[1] += 1 } }
    count { _ in condition.withLock { sums[2] += 1 } }
    count { _ in
      while !plain.try() {}
      sums[3] += 1
      plain.unlock()
    }
    #expect(sums == [8000, 8000, 8000, 8000])
  }

  @Test func `values lose no update`() {
    let (mutex, atomic) = (runtime.mutex("m", 0), runtime.atomic("a", 0))
    count { _ in
      mutex.withLock { $0 += 1 }
      atomic.add(1)
    }
    #expect(mutex.withLock { $0 } == 8000)
    #expect(atomic.load() == 8000)
  }

  @Test func `deadlines that are not met come`() {
    let (lock, condition) = (runtime.recursiveLock("L"), runtime.condition("C"))
    #expect(!runtime.semaphore("S").wait(atMost: .milliseconds(1)))
    #expect(!runtime.completion("D").wait(atMost: .milliseconds(1)))
    condition.withLock { #expect(!condition.wait(atMost: .milliseconds(1))) }
    lock.withLock {
      runtime.thread("T") { #expect(!lock.lock(atMost: .milliseconds(1))) }.join()
    }
  }

  @Test func `a consumer gets what eight producers bring`() {
    let condition = runtime.condition("C")
    nonisolated(unsafe) var (items, taken) = (0, 0)
    let consumer = runtime.thread("consumer") {
      while taken < 8000 {
        condition.lock()
        while items == 0 { condition.wait() }
        taken += items
        items = 0
        condition.unlock()
      }
    }
    count { _ in
      condition.withLock {
        items += 1
        condition.signal()
      }
    }
    consumer.join()
    #expect(taken == 8000)
  }

  @Test func `a barrier runs when what came before has run`() {
    let (queue, group) = (runtime.concurrentQueue("Q"), runtime.group("G"))
    let (before, seen) = (runtime.atomic("before", 0), runtime.atomic("seen", 0))
    for _ in 1...16 { queue.async { before.add(1) } }
    group.enter()
    queue.async(isBarrier: true) {
      seen.store(before.load())
      group.leave()
    }
    group.wait()
    #expect(seen.load() == 16)
    #expect(queue.sync { 7 } == 7)
  }

  @Test func `a stream hands on what threads bring`() async {
    let stream = runtime.stream("S", of: Int.self)
    count { number in stream.yield(number) }
    stream.finish()
    var sum = 0
    for await value in stream { sum += value }
    #expect(sum == 36_000)
  }

  @Test func `a task that is cancelled reads the end of a stream`() async {
    let stream = runtime.stream("S", of: Int.self)
    let reader = Task { await stream.next() }
    reader.cancel()
    #expect(await reader.value == nil)
  }
}
