import Testing

@testable import Interleaving

/// Tasks are controlled only by a language runtime that lays them out as expected.
struct JobLayoutTests {
  @Test func `this version of Swift is one whose tasks can be controlled`() throws {
    #expect(JobLayout.problem == nil)
    #expect(try #require(JobLayout.ofSampleTask()).flaw == nil)
  }

  @Test func `whatever is not where it should be is named`() throws {
    let known = try #require(JobLayout.ofSampleTask())
    let changes: [(String, (inout JobLayout) -> Void)] = [
      ("layout version 1", { $0.version = 2 }),
      ("layout version 1", { $0.version = nil }),
      ("the size of a task", { $0.taskSize = nil }),
      ("the size of a task", { $0.taskSize = 100 }),
      ("the kind of a job", { $0.kind = .other }),
      ("the kind of a job", { $0.isChild = true }),
      ("the number of a task", { $0.identifier += 1 }),
      ("the number of a task", { $0.identifierGiven = nil }),
      ("the executor preference of a task", { $0.showsPreference = false }),
      ("the executor that a task goes to", { $0.showsExecutor = false }),
      ("the code that a task goes on with", { $0.showsCode = false }),
      ("the result of a task", { $0.wasCompleteAfter = false }),
      ("the result of a task", { $0.wasCompleteBefore = true }),
    ]
    for (name, change) in changes {
      var layout = known
      change(&layout)
      #expect(layout.flaw?.contains(name) == true, "\(name)")
    }
  }
}
