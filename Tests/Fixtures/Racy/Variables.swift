// Variables that threads share without an order, the common ways.
// Each function is a program of its own, in which something races.
import Foundation
import Synchronization

func scenarioPlainCount(_ s: Stage) {
  final class Counter {
    var count = 0
  }
  let counter = Counter()
  for name in ["A", "B"] { s.thread(name) { counter.count += 1 } }
}

func scenarioCapturedVariable(_ s: Stage) {
  var count = 0
  for name in ["A", "B"] { s.thread(name) { count += 1 } }
}

func scenarioFlagThatStops(_ s: Stage) {
  var isStopped = false
  s.thread("A") { isStopped = true }
  s.thread("B") { if !isStopped { use(1) } }
}

func scenarioArrayAppend(_ s: Stage) {
  var list: [Int] = []
  for name in ["A", "B"] { s.thread(name) { list.append(name.count) } }
}

func scenarioArrayElement(_ s: Stage) {
  var list = [0, 0]
  for name in ["A", "B"] { s.thread(name) { list[0] += 1 } }
}

func scenarioDictionaryInsert(_ s: Stage) {
  var table: [String: Int] = [:]
  for name in ["A", "B"] { s.thread(name) { table[name] = 1 } }
}

func scenarioStringAppend(_ s: Stage) {
  var text = ""
  for name in ["A", "B"] { s.thread(name) { text += name } }
}

func scenarioSetInsert(_ s: Stage) {
  var names: Set<String> = []
  for name in ["A", "B"] { s.thread(name) { names.insert(name) } }
}

func scenarioImageCache(_ s: Stage) {
  final class ImageCache {
    private var images: [String: Data] = [:]
    func image(_ name: String) -> Data {
      if let image = images[name] { return image }
      let image = Data(name.utf8)
      images[name] = image
      return image
    }
  }
  let cache = ImageCache()
  for name in ["A", "B"] { s.thread(name) { use(cache.image("cat")) } }
}

func scenarioReadOutsideOfTheLock(_ s: Stage) {
  final class Balance {
    let lock = NSLock()
    var amount = 100
    func take() {
      guard amount >= 80 else { return }
      lock.withLock { amount -= 80 }
    }
  }
  let balance = Balance()
  for name in ["A", "B"] { s.thread(name) { balance.take() } }
}

func scenarioTwoLocksForOneVariable(_ s: Stage) {
  let (one, other) = (NSLock(), NSLock())
  var value = 0
  s.thread("A") { one.withLock { value += 1 } }
  s.thread("B") { other.withLock { value += 1 } }
}

func scenarioReferenceEscapesTheLock(_ s: Stage) {
  final class Message {
    var text = ""
  }
  let lock = NSLock()
  let shared = Message()
  var current = shared
  for name in ["A", "B"] {
    s.thread(name) {
      let message = lock.withLock { current }
      message.text = name
    }
  }
}

func scenarioLazyProperty(_ s: Stage) {
  final class Report {
    lazy var text = "made"
  }
  let report = Report()
  for name in ["A", "B"] { s.thread(name) { use(report.text) } }
}

func scenarioDoubleChecked(_ s: Stage) {
  final class Service {
    let lock = NSLock()
    var value: String?
    func get() -> String {
      if let value { return value }
      return lock.withLock {
        if value == nil { value = "made" }
        return value!
      }
    }
  }
  let service = Service()
  for name in ["A", "B"] { s.thread(name) { use(service.get()) } }
}

func scenarioGlobalQueueBlocks(_ s: Stage) {
  var results: [Int] = []
  for index in 0..<2 { DispatchQueue.global().async { results.append(index) } }
}

func scenarioConcurrentQueueWithoutBarrier(_ s: Stage) {
  let queue = DispatchQueue(label: "store", attributes: .concurrent)
  var values: [String: Int] = [:]
  s.thread("A") { queue.async { values["a"] = 1 } }
  s.thread("B") { use(queue.sync { values["a"] }) }
}

func scenarioSyncAndAsyncOnDifferentQueues(_ s: Stage) {
  var value = 0
  DispatchQueue(label: "one").async { value += 1 }
  DispatchQueue(label: "two").async { value += 1 }
}

func scenarioMainAndBackground(_ s: Stage) {
  var shown = 0
  DispatchQueue.global().async { shown = 1 }
  DispatchQueue.main.async { shown = 2 }
}

func scenarioGroupIsNotWaitedFor(_ s: Stage) {
  let group = DispatchGroup()
  var value = 0
  DispatchQueue.global().async(group: group) { value = 1 }
  value = 2
}

func scenarioConcurrentPerformSum(_ s: Stage) {
  var sum = 0
  DispatchQueue.concurrentPerform(iterations: 2) { sum += $0 }
}

func scenarioOperationsWithoutDependency(_ s: Stage) {
  var text = ""
  let queue = OperationQueue()
  queue.addOperation { text += "a" }
  queue.addOperation { text += "b" }
}
