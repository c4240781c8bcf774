import LongTests
import RefusedRename
import Testing
import WorkbookKit

struct RefusedRenameTests {
  @Test(.long)
  func `our right and wrong answers are told what they are`() async throws {
    try await expectWellJudged(exercise)
  }

  @Test func `the reader's answer passes`() async throws {
    try await expectPassed(exercise)
  }

  /// Compiler and all, and without the reader's file.
  @Test func `a solution is judged before a workshop as if it were the reader's`() async throws {
    let judgement = try await Judge().rehearse(exercise)
    #expect(judgement?.verdict == .pass)
  }
}
