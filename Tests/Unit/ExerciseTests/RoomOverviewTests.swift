import LongTests
import RoomOverview
import Testing

struct RoomOverviewTests {
  @Test(.long)
  func `our right and wrong answers are told what they are`() async throws {
    try await expectWellJudged(exercise)
  }

  @Test func `the reader's answer passes`() async throws {
    try await expectPassed(exercise)
  }
}
