import Interleaving
import Testing

/// How runs end, as data.
struct EndingTests {
  /// T1 and T2 take two locks crosswise; the one that has both says so.
  private func crossed(_ outcome: String) -> Program {
    { runtime in
      let (a, b) = (runtime.lock("A"), runtime.lock("B"))
      runtime.thread("T1") { a.withLock { b.withLock {} } }
      runtime.thread("T2") { b.withLock { a.withLock {} } }
      runtime.outcome(outcome)
    }
  }

  @Test(arguments: ["deadlock", "stuck", "finished", "failed", "did not end", "waits without end"])
  func `a program may call an outcome as we call an ending`(name: String) throws {
    let result = try explore("crossed", crossed(name))
    #expect(result[.outcome(name)] == 2)
    #expect(result[.deadlock] == 1)
    #expect(result.outcomes.map(\.ending) == [.outcome(name), .deadlock])
    #expect(result.outcomes.map(\.isFailure) == [false, true])
  }

  @Test func `what is forbidden is an ending, and no name that looks like it`() throws {
    let silent: Program = { _ in }
    let named: Program = { $0.outcome("finished") }
    let forbidding = ExplorationOptions(forbidden: [.finished])
    #expect(try explore("silent", options: forbidding, silent).failingSchedules == 1)
    #expect(try explore("named", options: forbidding, named).failingSchedules == 0)
  }

  @Test func `a run's ending carries what it was`() throws {
    struct Broken: Error {}
    let deadlock = try #require(explore("crossed", crossed("over")).simplestFailure)
    guard case .deadlock(let report) = deadlock.ending else {
      Issue.record("\(deadlock.ending)")
      return
    }
    #expect(Set(report.members.map(\.thread)) == ["T1", "T2"])
    let failed = runOnce("throws") { _ in throw Broken() }
    guard case .failed(.threw(let error, thread: "main", _)) = failed.ending else {
      Issue.record("\(failed.ending)")
      return
    }
    #expect(error == "Broken()")
    #expect(runOnce("named") { $0.outcome("here") }.ending == .outcome("here"))
    #expect(runOnce("silent") { _ in }.ending == .finished)
  }

  @Test func `a program that hangs while it is set up is explained like any other`() throws {
    let run = runOnce("early") { runtime in
      let lock = runtime.lock("L")
      runtime.untraced { lock.withLock { lock.withLock {} } }
    }
    guard case .deadlock(let report) = run.ending else {
      Issue.record("\(run.ending)")
      return
    }
    #expect(report.members.map(\.wants) == [.lock(name: "L")])
    #expect(run.threads == ["main"])
  }
}
