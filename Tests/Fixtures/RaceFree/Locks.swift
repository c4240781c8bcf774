// Locks, conditions, semaphores and atomics.
// Each function is a program of its own, in which nothing races.
import Foundation
import Synchronization

func scenarioNSLockGuardsCount(_ s: Stage) {
  final class Counter {
    private let lock = NSLock()
    private var count = 0
    func add() { lock.withLock { count += 1 } }
  }
  let counter = Counter()
  for name in ["A", "B"] { s.thread(name) { counter.add() } }
}

func scenarioNSLockWithDefer(_ s: Stage) {
  let lock = NSLock()
  var texts: [String] = []
  for name in ["A", "B"] {
    s.thread(name) {
      lock.lock()
      defer { lock.unlock() }
      texts.append(name)
    }
  }
}

func scenarioRecursiveLock(_ s: Stage) {
  let lock = NSRecursiveLock()
  var sum = 0
  func add(_ depth: Int) {
    lock.lock()
    sum += depth
    if depth > 0 { add(depth - 1) }
    lock.unlock()
  }
  for name in ["A", "B"] { s.thread(name) { add(2) } }
}

func scenarioConditionHandsOver(_ s: Stage) {
  let condition = NSCondition()
  var box: [Int] = []
  s.thread("producer") {
    condition.lock()
    box.append(1)
    condition.signal()
    condition.unlock()
  }
  s.thread("consumer") {
    condition.lock()
    while box.isEmpty { condition.wait() }
    box.removeFirst()
    condition.unlock()
  }
}

func scenarioMutexGuardsDictionary(_ s: Stage) {
  final class Cache: Sendable {
    let values = Mutex<[String: Int]>([:])
    func value(_ name: String) -> Int {
      values.withLock { values in
        if let known = values[name] { return known }
        values[name] = name.count
        return name.count
      }
    }
  }
  let cache = Cache()
  for name in ["A", "B"] { s.thread(name) { _ = cache.value("cat") } }
}

func scenarioMutexInClass(_ s: Stage) {
  final class Box: Sendable {
    private let state = Mutex((count: 0, name: ""))
    func change(_ name: String) {
      state.withLock {
        $0.count += 1
        $0.name = name
      }
    }
  }
  let box = Box()
  for name in ["A", "B"] { s.thread(name) { box.change(name) } }
}

func scenarioSemaphoreAsLock(_ s: Stage) {
  let semaphore = DispatchSemaphore(value: 1)
  var list = [1, 2, 3]
  for name in ["A", "B"] {
    s.thread(name) {
      semaphore.wait()
      list[0] += 1
      list.append(name.count)
      semaphore.signal()
    }
  }
}

func scenarioSemaphoreSignalsReady(_ s: Stage) {
  let ready = DispatchSemaphore(value: 0)
  var text = ""
  s.thread("A") {
    text = "made"
    ready.signal()
  }
  s.thread("B") {
    ready.wait()
    text += "!"
  }
}

func scenarioTryLock(_ s: Stage) {
  let lock = NSLock()
  var count = 0
  for name in ["A", "B"] {
    s.thread(name) {
      guard lock.try() else { return }
      count += 1
      lock.unlock()
    }
  }
}

func scenarioTwoLocksInOneOrder(_ s: Stage) {
  let (first, second) = (NSLock(), NSLock())
  var one = 1
  var other = "a"
  for name in ["A", "B"] {
    s.thread(name) {
      first.withLock {
        one += 1
        second.withLock { other += name }
      }
    }
  }
}

func scenarioAtomicPublishes(_ s: Stage) {
  final class Slot: Sendable {
    let isReady = Atomic(false)
    nonisolated(unsafe) var value = 0
  }
  let slot = Slot()
  s.thread("A") {
    slot.value = 7
    slot.isReady.store(true, ordering: .releasing)
  }
  s.thread("B") {
    if slot.isReady.load(ordering: .acquiring) { _ = slot.value }
  }
}

func scenarioAtomicCounter(_ s: Stage) {
  final class Hits: Sendable {
    let count = Atomic(0)
  }
  let hits = Hits()
  for name in ["A", "B"] { s.thread(name) { hits.count.wrappingAdd(1, ordering: .relaxed) } }
}

func scenarioCompareExchangeOnce(_ s: Stage) {
  final class Once: Sendable {
    let isDone = Atomic(false)
    nonisolated(unsafe) var runs = 0
    func run() {
      if isDone.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged {
        runs += 1
      }
    }
  }
  let once = Once()
  for name in ["A", "B"] { s.thread(name) { once.run() } }
}

func scenarioLockInStruct(_ s: Stage) {
  struct Guarded {
    let lock = NSLock()
    var names: [String] = []
    mutating func add(_ name: String) { lock.withLock { names.append(name) } }
  }
  let lock = NSLock()
  var guarded = Guarded()
  for name in ["A", "B"] { s.thread(name) { lock.withLock { guarded.add(name) } } }
}

private final class Slot: Sendable {
  let isReady = Atomic(false)
  nonisolated(unsafe) var value = 0
}

func scenarioFencesPublish(_ s: Stage) {
  let slot = Slot()
  s.thread("A") {
    slot.value = 7
    atomicMemoryFence(ordering: .releasing)
    slot.isReady.store(true, ordering: .relaxed)
  }
  s.thread("B") {
    guard slot.isReady.load(ordering: .relaxed) else { return }
    atomicMemoryFence(ordering: .acquiring)
    _ = slot.value
  }
}

func scenarioLockByExchange(_ s: Stage) {
  let slot = Slot()
  for name in ["A", "B"] {
    s.thread(name) {
      guard
        slot.isReady.compareExchange(
          expected: false, desired: true, successOrdering: .acquiring, failureOrdering: .relaxed
        ).exchanged
      else { return }
      slot.value += 1
      slot.isReady.store(false, ordering: .releasing)
    }
  }
}
