import Foundation
import Interleaving
import Testing

@testable import CoreData

/// `await perform` among tasks and actors, in every order.
struct AsyncPerformTests {
  private static let quick = ExplorationOptions(shrinks: false)

  @Test func `B11: immediate runs at once inside the context's own block, enqueued afterwards`()
    throws
  {
    let result = try explore("B11", options: Self.quick) { runtime in
      let stack = try ChatStack()
      let context = stack.context("editor")
      let order = Order()
      runtime.task("nested") {
        await context.perform { order.add("1") }
        await context.perform(schedule: .enqueued) { order.add("2") }
      }
      runtime.atEnd { runtime.outcome(order.text) }
    }
    #expect(result.outcomes.map(\.name) == ["12"])
    #expect(result.coverage == .exhaustive)
  }

  @Test func `an actor that awaits perform twice loses an update, in one block it does not`()
    throws
  {
    func rooms(split: Bool) throws -> Exploration {
      // In two blocks there are more than 100,000 orders.
      let method = split ? ExplorationOptions.Method.bounded(preemptions: 1) : .exhaustive
      return try explore("X34", options: ExplorationOptions(method, shrinks: false)) { runtime in
        let stack = try ChatStack()
        let register = Register(stack.context("register"))
        for name in ["A", "B"] {
          runtime.task(name) { await split ? register.openInTwo() : register.openInOne() }
        }
        runtime.atEnd { runtime.outcome("\(register.count)") }
      }
    }
    let split = try rooms(split: true)
    #expect(split["1"] > 0 && split["2"] > 0)
    #expect(split["1"] + split["2"] == split.schedules)
    #expect(split.coverage == .bounded(preemptions: 1))
    let whole = try rooms(split: false)
    #expect(whole.outcomes.map(\.name) == ["2"])
    #expect(whole.schedules == 6)
  }
}

/// An actor on the queue of a context.
private actor Office {
  nonisolated let executor: ContextExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ context: NSManagedObjectContext, waits: Bool) {
    executor = ContextExecutor(context, waits: waits)
  }

  private var visits = 0

  func ask(_ other: Office) async {
    visits += 1
    await other.answer()
  }

  func answer() { visits += 1 }
}

private final class ContextExecutor: SerialExecutor, @unchecked Sendable {
  // @unchecked Sendable because a context may be asked to perform from anywhere.
  private let context: NSManagedObjectContext
  private let waits: Bool

  init(_ context: NSManagedObjectContext, waits: Bool) {
    self.context = context
    self.waits = waits
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let run = { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    if waits { context.performAndWait(run) } else { context.perform(run) }
  }
}

/// Counts rooms: reads in one block and writes in another, or both in one.
private actor Register {
  nonisolated let context: NSManagedObjectContext
  nonisolated(unsafe) private(set) var count = 0

  init(_ context: NSManagedObjectContext) { self.context = context }

  func openInTwo() async {
    let before = await context.perform { self.count }
    await context.perform { self.count = before + 1 }
  }

  func openInOne() async {
    await context.perform { self.count += 1 }
  }
}

private final class Order: @unchecked Sendable {
  // @unchecked Sendable because one thread of a controlled run is awake at a time.
  private(set) var text = ""
  func add(_ mark: String) { text += mark }
}

extension AsyncPerformTests {
  /// What is widely observed, not promised.
  struct Observed {
    @Test func `B20: actors whose executors use performAndWait deadlock, with perform they do not`()
      throws
    {
      func offices(waiting: Bool) throws -> Exploration {
        try explore("DL6", options: AsyncPerformTests.quick) { runtime in
          let stack = try ChatStack()
          let one = Office(stack.context("one"), waits: waiting)
          let two = Office(stack.context("two"), waits: waiting)
          runtime.task("there") { await one.ask(two) }
          runtime.task("back") { await two.ask(one) }
        }
      }
      let waiting = try offices(waiting: true)
      #expect(waiting.deadlocks.map(\.kind) == [.cycle])
      #expect(waiting.schedules == 3)
      #expect(waiting[.deadlock] == 1)
      let enqueuing = try offices(waiting: false)
      #expect(enqueuing.failures.isEmpty)
      #expect(enqueuing.coverage == .exhaustive)
      #expect(enqueuing.schedules == 3)
    }
  }
}
