// Tasks and actors.
// Each function is a program of its own, in which nothing races.
import Foundation
import Synchronization

func scenarioActorGuards(_ s: Stage) async {
  actor Counter {
    var count = 0
    func add() { count += 1 }
  }
  let counter = Counter()
  async let first: Void = counter.add()
  async let second: Void = counter.add()
  _ = await (first, second)
}

func scenarioActorWithDictionary(_ s: Stage) async {
  actor Cache {
    var values: [String: Int] = [:]
    func value(_ name: String) async -> Int {
      if let known = values[name] { return known }
      await Task.yield()
      values[name] = name.count
      return name.count
    }
  }
  let cache = Cache()
  let one = Task { await cache.value("a") }
  let other = Task { await cache.value("a") }
  _ = await (one.value, other.value)
}

@MainActor func scenarioMainActorClass(_ s: Stage) async {
  @MainActor final class Model {
    var items: [String] = []
    func load(_ name: String) async {
      let loaded = await Task.detached { name + "!" }.value
      items.append(loaded)
    }
  }
  let model = Model()
  async let first: Void = model.load("a")
  async let second: Void = model.load("b")
  _ = await (first, second)
}

func scenarioTaskValueHandsOver(_ s: Stage) async {
  final class Box: @unchecked Sendable {
    var value = 0
  }
  let box = Box()
  await Task.detached { box.value += 1 }.value
  box.value += 1
}

func scenarioGroupCollects(_ s: Stage) async {
  let sum = await withTaskGroup(of: Int.self) { group in
    for index in 0..<2 { group.addTask { index } }
    var sum = 0
    for await value in group { sum += value }
    return sum
  }
  _ = sum
}

func scenarioContinuationHandsOver(_ s: Stage) async {
  final class Box: @unchecked Sendable {
    var value = 0
  }
  let box = Box()
  await withCheckedContinuation { continuation in
    Thread {
      box.value = 1
      continuation.resume()
    }.start()
  }
  box.value += 1
}

func scenarioAsyncLetOfStructs(_ s: Stage) async {
  struct Point: Sendable {
    var x = 1
    var y = 2
  }
  @Sendable func make(_ x: Int) async -> Point {
    var point = Point()
    point.x = x
    return point
  }
  async let first = make(1)
  async let second = make(2)
  _ = await first.x + second.y
}

func scenarioTaskThenQueue(_ s: Stage) async {
  let queue = DispatchQueue(label: "values")
  final class Box: @unchecked Sendable {
    var values: [Int] = []
  }
  let box = Box()
  let task = Task.detached { queue.sync { box.values.append(1) } }
  queue.async { box.values.append(2) }
  await task.value
}

func scenarioStreamHandsOver(_ s: Stage) async {
  let (stream, inbox) = AsyncStream.makeStream(of: [Int].self)
  let reader = Task {
    var all: [Int] = []
    for await values in stream { all += values }
    return all
  }
  inbox.yield([1])
  inbox.yield([2])
  inbox.finish()
  _ = await reader.value
}

func scenarioDetachedTasksWithMutex(_ s: Stage) async {
  final class Box: Sendable {
    let names = Mutex<[String]>([])
  }
  let box = Box()
  let tasks = ["a", "b"].map { name in Task.detached { box.names.withLock { $0.append(name) } } }
  for task in tasks { await task.value }
}

func scenarioActorHoldsAClass(_ s: Stage) async {
  final class Log {
    var lines: [String] = []
  }
  actor Keeper {
    let log = Log()
    func write(_ line: String) { log.lines.append(line) }
  }
  let keeper = Keeper()
  let one = Task { await keeper.write("a") }
  let other = Task { await keeper.write("b") }
  _ = await (one.value, other.value)
}

func scenarioSleepingTask(_ s: Stage) async {
  final class Box: @unchecked Sendable {
    var value = 0
  }
  let box = Box()
  let task = Task {
    try? await Task.sleep(for: .seconds(1))
    box.value = 1
  }
  await task.value
  box.value += 1
}

func scenarioCancelledTask(_ s: Stage) async {
  actor Flag {
    var isOn = false
    func set() { isOn = true }
  }
  let flag = Flag()
  let task = Task {
    if !Task.isCancelled { await flag.set() }
  }
  task.cancel()
  await task.value
}
