import CountTogether
import Foundation
import LongTests
import Testing

@testable import WorkbookKit

/// An answer whose threads share a plain variable.
@Suite(.long) struct `An answer that shares a variable` {
  private func judgement(of desk: AnswerDesk) async throws -> Judgement {
    guard case .judged(let judgement) = try await desk.judge().judgeAnswer(to: desk) else {
      throw NotJudged()
    }
    return judgement
  }

  private struct NotJudged: Error {}

  private static let text = """
    import CountTogether
    import Foundation
    import Interleaving

    final class Answer: CountsTogether, @unchecked Sendable {
      private static let step = [1].reduce(0, +)
      private let guardian = NSLock()
      private var hasCounted = false

      func count(_ times: Int, in total: Cell<Int>, with lock: Lock) {
        for _ in 0..<times { lock.withLock { total.write(total.read() + Self.step) } }
        guardian.lock()
        hasCounted = true
        guardian.unlock()
      }
    }
    """

  @Test func `with a lock is right`() async throws {
    try await AnswerDesk.use { desk in
      try Self.text.write(to: desk.folder.answer, atomically: true, encoding: .utf8)
      #expect(try await judgement(of: desk).verdict == .pass)
    }
  }

  @Test func `without one is told both lines, though each order comes out right`() async throws {
    try await AnswerDesk.use { desk in
      let text = Self.text.replacing("    guardian.lock()\n", with: "")
        .replacing("    guardian.unlock()\n", with: "")
      try text.write(to: desk.folder.answer, atomically: true, encoding: .utf8)
      let judgement = try await judgement(of: desk)
      #expect(judgement.verdict == .wrong)
      #expect(judgement.cause?.code == "outcome.race")
      #expect(judgement.misconception == "small-is-not-safe")
      #expect(
        judgement.cause?.rationale
          == "CountTogether.swift:12 writes `hasCounted`, :12 writes it; nothing orders them.")
      #expect(judgement.evidence?.failing == 0)
      let told = JudgementPage(judgement).lines(width: 100, isAccessible: true).map(\.text)
      let words = "none of them shows the race, and a race need not show."
      #expect(told.contains { $0.hasSuffix(words) })
      #expect(judgement.exitStatus == .notPassed)
    }
  }
}
