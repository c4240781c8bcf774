import Interleaving
import Synchronization
import Testing

/// Tasks that have nothing to do with each other have one order.
struct TaskIndependenceTests {
  private func schedules(_ program: @escaping Program) throws -> Int {
    let result = try explore("tasks", options: ExplorationOptions(shrinks: false), program)
    #expect(result.coverage == .exhaustive)
    #expect(result.failures.isEmpty)
    #expect(result.redundantRuns == 0)
    return result.schedules
  }

  @Test func `six tasks that each have a cell of their own are one schedule`() throws {
    let count = try schedules { runtime in
      for number in 1...6 {
        let cell = runtime.cell("cell \(number)", 0)
        runtime.task("task \(number)") { cell.write(cell.read() + 1) }
      }
    }
    #expect(count == 1)
  }

  @Test func `four tasks that each have an actor of their own are one schedule`() throws {
    let count = try schedules { runtime in
      for number in 1...4 {
        let bank = Bank()
        runtime.task("task \(number)") {
          let balance = await bank.balance
          await bank.set(balance + 1)
        }
      }
    }
    #expect(count == 1)
  }

  @Test func `four tasks that share an actor come to it in the 24 orders there are`() throws {
    let count = try schedules { runtime in
      let bank = Bank()
      for number in 1...4 { runtime.task("task \(number)") { await bank.add() } }
    }
    #expect(count == 24)
  }

  @Test func `so do four children of a group`() throws {
    let count = try schedules { runtime in
      let bank = Bank()
      runtime.task("parent") {
        await withTaskGroup(of: Void.self) { group in
          for _ in 1...4 { group.addTask { await bank.add() } }
        }
      }
    }
    #expect(count == 24)
  }

  /// What tasks share unseen is explored only where all of their steps depend on each other.
  @Test func `an atomic of two tasks is seen in both orders only where all steps count`() throws {
    for (dependence, expected) in [
      (ExplorationOptions.TaskDependence.observed, 1), (.all, 2),
    ] {
      var options = ExplorationOptions(shrinks: false)
      options.taskDependence = dependence
      let result = try explore("atomic", options: options) { runtime in
        let last = Last()
        let first = Shared()
        for number in 1...2 {
          runtime.task("task \(number)") {
            if first.flag.exchange(false, ordering: .relaxed) { last.value = number }
          }
        }
        runtime.atEnd { runtime.outcome("\(last.value) came first") }
      }
      #expect(result.outcomes.count == expected)
    }
  }
}

private final class Shared: Sendable {
  let flag = Atomic(true)
}
