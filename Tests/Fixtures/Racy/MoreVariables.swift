// Variables that threads share without an order, the less common ways.
// Each function is a program of its own, in which something races.
import Foundation
import Synchronization

func scenarioCompletionWritesWhileCallerReads(_ s: Stage) {
  func load(_ done: @escaping (String) -> Void) { DispatchQueue.global().async { done("a") } }
  var result: String?
  load { result = $0 }
  use(result?.count)
}

func scenarioSleepInsteadOfWaiting(_ s: Stage) {
  var isReady = false
  Thread { isReady = true }.start()
  Thread.sleep(forTimeInterval: 1)
  use(isReady)
}

func scenarioUnsafeSendableBox(_ s: Stage) async {
  final class Box: @unchecked Sendable {
    var value = 0
  }
  let box = Box()
  let one = Task.detached { box.value += 1 }
  let other = Task.detached { box.value += 1 }
  _ = await (one.value, other.value)
}

func scenarioTaskAndCaller(_ s: Stage) async {
  final class Box: @unchecked Sendable {
    var value = 0
  }
  let box = Box()
  let task = Task.detached { box.value = 1 }
  box.value = 2
  await task.value
}

func scenarioGroupTasksShare(_ s: Stage) async {
  final class Box: @unchecked Sendable {
    var values: [Int] = []
  }
  let box = Box()
  await withTaskGroup(of: Void.self) { group in
    for index in 0..<2 { group.addTask { box.values.append(index) } }
  }
}

func scenarioNonisolatedUnsafeOfAnActor(_ s: Stage) {
  actor Counter {
    nonisolated(unsafe) var count = 0
    nonisolated func add() { count += 1 }
  }
  let counter = Counter()
  for name in ["A", "B"] { s.thread(name) { counter.add() } }
}

func scenarioActorAndOutside(_ s: Stage) async {
  final class Log: @unchecked Sendable {
    var lines: [String] = []
  }
  actor Keeper {
    let log: Log
    init(_ log: Log) { self.log = log }
    func write() { log.lines.append("a") }
  }
  let log = Log()
  let keeper = Keeper(log)
  let task = Task { await keeper.write() }
  let other = Task.detached { log.lines.append("b") }
  _ = await (task.value, other.value)
}

func scenarioContinuationBeforeTheWrite(_ s: Stage) async {
  final class Box: @unchecked Sendable {
    var value = 0
  }
  let box = Box()
  await withCheckedContinuation { continuation in
    Thread {
      continuation.resume()
      box.value = 1
    }.start()
  }
  box.value += 1
}

func scenarioStructOfTwoFields(_ s: Stage) {
  struct Point {
    var x = 0
    var y = 0
  }
  var point = Point()
  s.thread("A") { point = Point(x: 1, y: 1) }
  s.thread("B") { use(point.x + point.y) }
}

func scenarioOptionalReference(_ s: Stage) {
  final class Node {
    var value = 1
  }
  var node: Node? = Node()
  s.thread("A") { node = nil }
  s.thread("B") { use(node?.value) }
}

func scenarioDelegateIsReplaced(_ s: Stage) {
  final class Source {
    var onChange: (() -> Void)?
  }
  let source = Source()
  s.thread("A") { source.onChange = { _ = 1 } }
  s.thread("B") { source.onChange?() }
}

func scenarioObserverList(_ s: Stage) {
  final class Center {
    var observers: [(String) -> Void] = []
  }
  let center = Center()
  s.thread("A") { center.observers.append { use($0.count) } }
  s.thread("B") { for observer in center.observers { observer("a") } }
}

func scenarioInout(_ s: Stage) {
  func add(_ value: inout Int) { value += 1 }
  var value = 0
  for name in ["A", "B"] { s.thread(name) { add(&value) } }
}

func scenarioSwapOfVariables(_ s: Stage) {
  var (left, right) = (1, 2)
  for name in ["A", "B"] { s.thread(name) { swap(&left, &right) } }
}

func scenarioComputedOverStored(_ s: Stage) {
  final class Meter {
    private var raw = 0
    var value: Int {
      get { raw }
      set { raw = newValue }
    }
  }
  let meter = Meter()
  for name in ["A", "B"] { s.thread(name) { meter.value += 1 } }
}

func scenarioDidSet(_ s: Stage) {
  final class Model {
    var changes = 0
    var name = "" {
      didSet { changes += 1 }
    }
  }
  let model = Model()
  for name in ["A", "B"] { s.thread(name) { model.name = name } }
}

func scenarioEnumState(_ s: Stage) {
  enum State {
    case idle
    case loading(String)
  }
  final class Loader {
    var state = State.idle
    func begin(_ name: String) {
      if case .idle = state { state = .loading(name) }
    }
  }
  let loader = Loader()
  for name in ["A", "B"] { s.thread(name) { loader.begin(name) } }
}

func scenarioGenericBox(_ s: Stage) {
  final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  let box = Box("a")
  s.thread("A") { box.value = "b" }
  s.thread("B") { use(box.value.count) }
}

func scenarioUnlockBeforeTheEnd(_ s: Stage) {
  let lock = NSLock()
  var count = 0
  for name in ["A", "B"] {
    s.thread(name) {
      lock.lock()
      let next = count + 1
      lock.unlock()
      count = next
    }
  }
}

func scenarioSemaphoreForTwo(_ s: Stage) {
  let semaphore = DispatchSemaphore(value: 2)
  var count = 0
  for name in ["A", "B"] {
    s.thread(name) {
      semaphore.wait()
      count += 1
      semaphore.signal()
    }
  }
}

func scenarioSharedDate(_ s: Stage) {
  var last = Date()
  for name in ["A", "B"] { s.thread(name) { last = Date() } }
}

/// The task that is cancelled writes all the same, on main, and the flag belongs to no queue.
func scenarioReloadThatCancels(_ s: Stage) {
  final class Screen {
    var isLoading = false
    var task: Task<Void, Never>?
    func load() {
      task?.cancel()
      isLoading = true
      task = Task { @MainActor in isLoading = false }
    }
  }
  let screen = Screen()
  screen.load()
  s.thread("pulls to refresh") { screen.load() }
}

private final class Slot: Sendable {
  let isReady = Atomic(false)
  nonisolated(unsafe) var value = 0
}

/// In the order in which nothing else goes wrong: a relaxed store orders nothing.
func scenarioRelaxedPublication(_ s: Stage) {
  let slot = Slot()
  s.thread("A") {
    slot.value = 7
    slot.isReady.store(true, ordering: .relaxed)
  }
  s.thread("B") { if slot.isReady.load(ordering: .acquiring) { use(slot.value) } }
}

func scenarioRelaxedLook(_ s: Stage) {
  let slot = Slot()
  s.thread("A") {
    slot.value = 7
    slot.isReady.store(true, ordering: .releasing)
  }
  s.thread("B") { if slot.isReady.load(ordering: .relaxed) { use(slot.value) } }
}

func scenarioLockByRelaxedExchange(_ s: Stage) {
  let slot = Slot()
  for name in ["A", "B"] {
    s.thread(name) {
      guard !slot.isReady.exchange(true, ordering: .relaxed) else { return }
      slot.value += 1
      slot.isReady.store(false, ordering: .relaxed)
    }
  }
}
