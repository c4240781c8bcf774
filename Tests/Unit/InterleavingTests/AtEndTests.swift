import Interleaving
import Testing

/// What is kept for the end of a run.
struct AtEndTests {
  private struct Failed: Error {}

  /// In the order in which they were given, those that others give included; one that throws keeps
  /// none from running.
  private static let chain: @Sendable (Runtime) throws -> Void = { runtime in
    let cell = runtime.cell("log", "")
    runtime.thread("T") { cell.modify { $0 += "thread " } }
    runtime.task("task") {
      await Task.yield()
      runtime.atEnd { cell.modify { $0 += "last" } }
    }
    runtime.atEnd {
      cell.modify { $0 += "first " }
      runtime.atEnd { runtime.outcome(cell.read()) }
      throw Failed()
    }
  }

  private static let expected = "thread first last"

  @Test func `every block for the end runs, and an error of one is a failure`() throws {
    let result = try explore("chain", Self.chain)
    #expect(result.outcomes.map(\.name) == [Self.expected])
    #expect(result.failingSchedules == result.schedules)
    guard case .threw("Failed()", thread: "main", _)? = result.failures.first?.failures.first
    else {
      Issue.record("\(result.failures)")
      return
    }
  }

  @Test func `a thread that a block for the end starts is told, as it is not run`() throws {
    let result = try explore("late") { runtime in
      runtime.atEnd { runtime.thread("T") { runtime.outcome("ran") } }
    }
    #expect(result.failingSchedules == 1)
    let told = result.failures.first?.failures.first?.description ?? ""
    #expect(told.hasPrefix("a block given to atEnd starts a thread; that is not run"))
    #expect(result["ran"] == 0)
  }
}
