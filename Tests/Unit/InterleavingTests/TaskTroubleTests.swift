import Foundation
import Interleaving
import Testing

/// Tasks that wait for ever, fail, or slip out of control.
struct TaskTroubleTests {
  @Test func `a continuation that is dropped is a lost wake-up with the name of its task`() throws {
    let result = try explore("lost") { runtime in
      runtime.task("reader") {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
    }
    let report = try #require(result.deadlocks.first)
    #expect(report.kind == .lostWakeUp)
    #expect(report.members.map(\.thread) == ["reader"])
    #expect(report.description.contains("a continuation that no thread can resume"))
  }

  @Test func `waiting on main for a task of the main actor is a deadlock`() throws {
    let result = try explore("blocked main") { runtime in
      let done = runtime.semaphore("done")
      runtime.task("update") { @MainActor in done.signal() }
      done.wait()
    }
    #expect(result.schedules == result.failingSchedules)
    #expect(result.deadlocks.first?.members.map(\.thread) == ["main"])
  }

  @Test func `waiting in a thread for a task is fine`() throws {
    let result = try explore("waiting thread") { runtime in
      let done = runtime.semaphore("done")
      runtime.task("work") { done.signal() }
      done.wait()
    }
    #expect(result.failures.isEmpty)
  }

  @Test func `an error of a task is a failure of the run`() throws {
    struct Refused: Error {}
    let result = try explore("throws") { runtime in runtime.task("A") { throw Refused() } }
    #expect(
      result.failures.first?.failures.first?.description.contains("A threw Refused()") == true)
  }

  @Test func `a task may be cancelled before it begins and after it ended`() throws {
    let result = try explore("cancel") { runtime in
      let last = Last()
      let task = Task { last.value = Task.isCancelled ? 1 : 2 }
      runtime.cancel(task)
      runtime.atEnd { runtime.outcome("\(last.value)") }
    }
    #expect(Set(result.outcomes.map(\.name)) == ["1", "2"])
  }

  @Test func `a cancellation that is no step is named`() throws {
    typealias Cancel = @convention(c) (UnsafeRawPointer) -> Void
    let result = try explore("cancel") { _ in
      let task = Task {}
      let unseen = unsafeBitCast(dlsym(nil, "swift_task_cancel"), to: Cancel.self)
      unseen(unsafeBitCast(task, to: UnsafeRawPointer.self))
    }
    let failure = try #require(result.failures.first?.failures.first)
    #expect(failure.description.contains("task 1 was cancelled by main"))
  }

  @Test func `ordinary tasks and several explorations leave each other alone`() async throws {
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 1...3 {
        group.addTask {
          let result = try explore("cells") { runtime in
            let cell = runtime.cell("counter", 0)
            for name in ["A", "B"] { runtime.task(name) { cell.write(cell.read() + 1) } }
            runtime.atEnd { runtime.outcome("\(cell.value)") }
          }
          return result.schedules
        }
        group.addTask {
          let bank = Bank()
          await withTaskGroup(of: Void.self) { adders in
            for _ in 1...20 { adders.addTask { await bank.add() } }
          }
          return await bank.balance
        }
      }
      let results = try await group.reduce(into: []) { $0.append($1) }
      #expect(results.sorted() == [4, 4, 4, 20, 20, 20])
    }
  }
}
