// Queues, groups, operations, notifications and timers.
// Each function is a program of its own, in which nothing races.
import Foundation
import Synchronization

func scenarioSerialQueueGuards(_ s: Stage) {
  final class Names {
    private let queue = DispatchQueue(label: "names")
    private var names: [String] = []
    func add(_ name: String) { queue.async { self.names.append(name) } }
    var count: Int { queue.sync { names.count } }
  }
  let names = Names()
  for name in ["A", "B"] {
    s.thread(name) {
      names.add(name)
      _ = names.count
    }
  }
}

func scenarioConcurrentQueueWithBarriers(_ s: Stage) {
  let queue = DispatchQueue(label: "store", attributes: .concurrent)
  var values = ["a": 1]
  s.thread("writer") { queue.async(flags: .barrier) { values["b"] = 2 } }
  s.thread("reader") { _ = queue.sync { values["a"] } }
}

func scenarioTwoReadersOfABarrierQueue(_ s: Stage) {
  let queue = DispatchQueue(label: "store", attributes: .concurrent)
  let values = ["a": 1]
  for name in ["A", "B"] { s.thread(name) { _ = queue.sync { values[name] } } }
}

func scenarioGroupWaits(_ s: Stage) {
  let group = DispatchGroup()
  var results = [0, 0]
  let lock = NSLock()
  for index in 0..<2 {
    DispatchQueue.global().async(group: group) { lock.withLock { results[index] = index } }
  }
  group.wait()
  results.append(2)
}

func scenarioGroupNotifies(_ s: Stage) {
  let group = DispatchGroup()
  var first = 0
  var second = 0
  DispatchQueue.global().async(group: group) { first = 1 }
  DispatchQueue.global().async(group: group) { second = 2 }
  group.notify(queue: .main) { first += second }
}

func scenarioMainQueueGuards(_ s: Stage) {
  var shown: [String] = []
  for name in ["A", "B"] { s.thread(name) { DispatchQueue.main.async { shown.append(name) } } }
}

func scenarioMainSyncFromThread(_ s: Stage) {
  var shown = 0
  s.thread("A") { DispatchQueue.main.sync { shown += 1 } }
  DispatchQueue.main.async { shown += 1 }
}

func scenarioWorkItemIsWaitedFor(_ s: Stage) {
  var value = 0
  let item = DispatchWorkItem { value = 1 }
  DispatchQueue.global().async(execute: item)
  item.wait()
  value += 1
}

func scenarioOperationsDepend(_ s: Stage) {
  var text = ""
  let fetch = BlockOperation { text += "a" }
  let show = BlockOperation { text += "b" }
  show.addDependency(fetch)
  let queue = OperationQueue()
  queue.addOperation(fetch)
  queue.addOperation(show)
}

/// What the barrier comes after may be over when it is added.
func scenarioOperationBarrier(_ s: Stage) {
  let queue = OperationQueue()
  let done = DispatchSemaphore(value: 0)
  var rows: [Int] = []
  queue.addOperation { rows = [1, 2] }
  queue.addBarrierBlock {
    rows.append(3)
    done.signal()
  }
  done.wait()
  rows.append(4)
}

func scenarioSerialOperationQueue(_ s: Stage) {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 1
  var list: [Int] = []
  for index in 0..<2 { queue.addOperation { list.append(index) } }
  queue.waitUntilAllOperationsAreFinished()
  list.append(2)
}

func scenarioTargetQueueGuards(_ s: Stage) {
  let target = DispatchQueue(label: "target")
  var value = 0
  for name in ["A", "B"] {
    DispatchQueue(label: name, target: target).async { value += 1 }
  }
}

func scenarioQueueHandsToQueue(_ s: Stage) {
  let (first, second) = (DispatchQueue(label: "first"), DispatchQueue(label: "second"))
  final class Note {
    var text = "a"
  }
  let note = Note()
  first.async {
    note.text += "b"
    second.async { note.text += "c" }
  }
}

func scenarioThreadWritesBeforeItStartsAnother(_ s: Stage) {
  var value = 1
  s.thread("A") {
    value += 1
    Thread { value += 1 }.start()
  }
}

func scenarioConcurrentPerformOnOwnSlots(_ s: Stage) {
  final class Slots {
    var first = 0
    var second = 0
  }
  let slots = Slots()
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    if index == 0 { slots.first = 1 } else { slots.second = 1 }
  }
  slots.first += slots.second
}

func scenarioNotificationIsPosted(_ s: Stage) {
  let name = Notification.Name("changed")
  let lock = NSLock()
  var seen = 0
  _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
    lock.withLock { seen += 1 }
  }
  for thread in ["A", "B"] {
    s.thread(thread) { NotificationCenter.default.post(name: name, object: nil) }
  }
}

func scenarioTimerOnMain(_ s: Stage) {
  var ticks = 0
  Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in ticks += 1 }
  DispatchQueue.main.async { ticks += 1 }
}

func scenarioAfterOnSerialQueue(_ s: Stage) {
  let queue = DispatchQueue(label: "later")
  var count = 0
  queue.asyncAfter(deadline: .now() + 1) { count += 1 }
  queue.async { count += 1 }
}
