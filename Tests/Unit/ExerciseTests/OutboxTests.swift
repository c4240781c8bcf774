import LongTests
import Outbox
import Testing

struct OutboxTests {
  @Test(.long)
  func `our right and wrong answers are told what they are`() async throws {
    try await expectWellJudged(exercise)
  }

  @Test func `the reader's answer passes`() async throws {
    try await expectPassed(exercise)
  }
}
