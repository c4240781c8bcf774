import CountTogether
import Foundation
import LongTests
import Testing

@testable import WorkbookKit

@Suite(.long) struct `An answer and a code` {
  private func failingCode(_ desk: AnswerDesk) async throws -> (String, Timeline) {
    guard case .judged(let judgement) = try await desk.judge().judgeAnswer(to: desk) else {
      throw CancellationError()
    }
    return (try #require(judgement.schedule), try #require(judgement.timeline))
  }

  @Test func `repeat the order that was told`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.wrong)
      let (code, timeline) = try await failingCode(desk)
      guard case .replayed(let order) = try await desk.judge().replayAnswer(to: desk, code: code)
      else {
        Issue.record("not replayed")
        return
      }
      #expect(order.isWrong)
      #expect(order.code == code)
      #expect(order.sentence == "A count was lost.")
      #expect(order.timeline.steps.map(\.text) == timeline.steps.map(\.text))
    }
  }

  @Test func `part when the answer is changed, and it is said why`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.wrong)
      let (code, _) = try await failingCode(desk)
      try desk.write(AnswerDesk.right)
      guard case .refused(let reason) = try await desk.judge().replayAnswer(to: desk, code: code)
      else {
        Issue.record("not refused")
        return
      }
      #expect(reason.contains("the program has changed since"))
    }
  }

  @Test(arguments: ["nonsense", "count-together/no-such-trial@1-0000:-"])
  func `part when the code is none of its own`(code: String) async throws {
    try await AnswerDesk.use { desk in
      guard case .refused(let reason) = try await desk.judge().replayAnswer(to: desk, code: code)
      else {
        Issue.record("not refused")
        return
      }
      #expect(reason.contains("'\(code.prefix { $0 != "@" })'"))
    }
  }

  @Test func `come to what the answer comes to: it does not build, crashes or is gone`()
    async throws
  {
    try await AnswerDesk.use { desk in
      let code = "count-together/one-each@1-0000:-"
      for (body, cause) in [("}", "build.failed"), ("exit(0)", "ended.early")] {
        try desk.write(body)
        guard
          case .judged(let judgement) = try await desk.judge().replayAnswer(to: desk, code: code)
        else {
          Issue.record("not judged")
          return
        }
        #expect(judgement.cause?.code == cause)
      }
      try FileManager.default.removeItem(at: desk.folder.answer)
      guard case .deleted = try await desk.judge().replayAnswer(to: desk, code: code) else {
        Issue.record("not said to be deleted")
        return
      }
    }
  }
}
