import CountTogether
import Foundation
import LongTests
import Synchronization
import Testing

@testable import WorkbookKit

/// What a reader's answer is told beside its verdict.
@Suite(.long) struct `An answer that is told more` {
  private func judgement(of desk: AnswerDesk) async throws -> Judgement {
    guard case .judged(let judgement) = try await desk.judge().judgeAnswer(to: desk) else {
      throw NotJudged()
    }
    return judgement
  }

  private struct NotJudged: Error {}

  @Test func `that traps in the library is told trial, thread, order and its own line`()
    async throws
  {
    try await AnswerDesk.use { desk in
      try desk.write(
        """
        lock.withLock { total.write(1) }
            print("has written")
            let numbers = [0, 1]
            total.write(numbers[times + 1])
        """)
      let judgement = try await judgement(of: desk)
      #expect(judgement.cause?.code == "crashed.trap")
      let cause = try #require(judgement.cause)
      #expect(cause.rationale.contains("In the trial 'one-each'"))
      #expect(cause.rationale.contains("on the thread 'first', after the step at"))
      #expect(cause.detail?.contains("at CountTogether.swift:10") == true, "\(cause)")
      #expect(cause.detail?.contains("Index out of range") == true)
      #expect(judgement.schedule?.hasPrefix("count-together/one-each@1-") == true)
      #expect(judgement.printed?.last.last ?? judgement.printed?.first.last == "has written")
    }
  }

  @Test func `is shown what it prints in the order that is told`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write("for line in 1...50 { print(line) }; \(AnswerDesk.wrong)")
      let printed = try #require(try await judgement(of: desk).printed)
      #expect(printed.first == (1...20).map(String.init))
      #expect(printed.last == (31...50).map(String.init))
      // Two threads of 50 lines each.
      #expect(printed.skipped == 60)
      try desk.write(AnswerDesk.right)
      try await #expect(judgement(of: desk).printed == nil)
    }
  }

  @Test func `that remembers something is told in which trial, and no number of orders`()
    async throws
  {
    try await AnswerDesk.use { desk in
      try
        (AnswerDesk.answer("total.write(total.read() + times + Calls.next())")
          + """

          enum Calls {
            nonisolated(unsafe) static var count = 0
            static func next() -> Int { count += 1; return count }
          }
          """).write(to: desk.folder.answer, atomically: true, encoding: .utf8)
      let judgement = try await judgement(of: desk)
      #expect(judgement.cause?.code == "state.between-runs")
      #expect(judgement.cause?.rationale.contains("In the trial 'one-each'") == true)
      #expect(judgement.evidence == nil)
    }
  }

  @Test func `waits for another check, and says for whose`() async throws {
    try await AnswerDesk.use { desk in
      try desk.write(AnswerDesk.right)
      let folder = desk.checks.appending(path: desk.id)
      var lock: FolderLock? = try await FolderLock(in: folder)
      let told = Mutex<CheckUnderWay?>(nil)
      async let standing = desk.judge { step in
        if case .waiting(let holder?) = step { told.withLock { $0 = holder } }
      }.judgeAnswer(to: desk)
      while told.withLock({ $0 == nil }) { try await Task.sleep(for: .milliseconds(10)) }
      withExtendedLifetime(lock) {}
      lock = nil
      guard case .judged(let judgement) = try await standing else { throw NotJudged() }
      #expect(judgement.verdict == .pass)
      #expect(told.withLock { $0?.process } == getpid())
    }
  }
}
