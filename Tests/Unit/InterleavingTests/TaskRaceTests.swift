import Interleaving
import Testing

/// Which accesses of tasks come in an order, and which race.
struct TaskRaceTests {
  private func races(_ program: @escaping Program) throws -> Set<String> {
    let options = ExplorationOptions(schedules: 3_000, shrinks: false)
    let result = try explore("races", options: options, program)
    #expect(result.failures.isEmpty)
    return Set(result.races.map(\.resource))
  }

  @Test func `two tasks that write one cell race`() throws {
    let found = try races { runtime in
      let cell = runtime.cell("cell", 0)
      for name in ["A", "B"] { runtime.task(name) { cell.write(1) } }
    }
    #expect(found == ["cell"])
  }

  @Test func `to cancel a task is no order between what it does and what comes next`() throws {
    for seed in 1..<20 {
      let options = ExplorationOptions(.sampled(1, seed: UInt64(seed)), shrinks: false)
      let result = try explore("races", options: options) { runtime in
        let cell = runtime.cell("cell", 0)
        let task = Task { cell.write(1) }
        runtime.thread("canceller") {
          task.cancel()
          cell.write(2)
        }
      }
      #expect(Set(result.races.map(\.resource)) == ["cell"])
    }
  }

  @Test func `a task comes after what its creator did before, and races with what it does next`()
    throws
  {
    let found = try races { runtime in
      let (before, after) = (runtime.cell("before", 0), runtime.cell("after", 0))
      before.write(1)
      runtime.task("A") {
        before.write(2)
        after.write(2)
      }
      after.write(1)
    }
    #expect(found == ["after"])
  }

  @Test func `who awaits a task comes after it`() throws {
    let found = try races { runtime in
      let cell = runtime.cell("cell", 0)
      let first = Task { cell.write(1) }
      runtime.task("second") {
        await first.value
        cell.write(2)
      }
    }
    #expect(found == [])
  }

  @Test func `children come between what their parent does before and after, and race among them`()
    throws
  {
    let found = try races { runtime in
      let (own, shared) = (runtime.cell("own", 0), runtime.cell("shared", 0))
      runtime.task("parent") {
        own.write(1)
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            own.write(2)
            shared.write(1)
          }
          group.addTask { shared.write(2) }
        }
        own.write(3)
        shared.write(3)
      }
    }
    #expect(found == ["shared"])
  }

  @Test func `the jobs of an actor come in an order`() throws {
    let found = try races { runtime in
      let keeper = Keeper(runtime.cell("kept", 0))
      for name in ["A", "B"] { runtime.task(name) { await keeper.add() } }
    }
    #expect(found == [])
  }

  @Test func `the jobs of two actors do not`() throws {
    let found = try races { runtime in
      let cell = runtime.cell("cell", 0)
      for name in ["A", "B"] {
        let keeper = Keeper(cell)
        runtime.task(name) { await keeper.add() }
      }
    }
    #expect(found == ["cell"])
  }

  /// Whether the queue is faster than the task that waits for it, or slower.
  @Test func `who resumes a continuation comes before what follows it`() throws {
    let found = try races { runtime in
      let cell = runtime.cell("cell", 0)
      let queue = runtime.queue("queue")
      runtime.task("A") {
        await withCheckedContinuation { waiting in
          queue.async {
            cell.write(1)
            waiting.resume()
          }
        }
        cell.write(2)
      }
    }
    #expect(found == [])
  }
}

private actor Keeper {
  private let cell: Cell<Int>
  init(_ cell: Cell<Int>) { self.cell = cell }
  func add() { cell.write(cell.read() + 1) }
}
