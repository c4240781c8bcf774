import CountTogether
import LongTests
import Testing

@testable import WorkbookKit

struct `A judgement` {
  private func judgement(of piece: String) async throws -> Judgement {
    try await `A hostile answer`.judge.judgePieces([piece], of: exercise)[0]
  }

  @Test func `of a right answer counts all orders, and gives both stars`() async throws {
    let judgement = try await judgement(of: "LocksBoth")
    #expect(judgement.verdict == .pass)
    #expect(judgement.cause == nil)
    #expect(judgement.evidence?.failing == 0)
    #expect(judgement.evidence?.isExhaustive == true)
    #expect(judgement.evidence?.schedules == 36)
    #expect(judgement.stars.map(\.isEarned) == [true, true])
  }

  @Test func `of a wrong answer tells the simplest failing order`() async throws {
    let judgement = try await judgement(of: "AsShipped")
    #expect(judgement.verdict == .wrong)
    #expect(judgement.cause?.rationale == "A count was lost.")
    #expect(judgement.misconception == "no-lock")
    #expect(judgement.schedule?.hasPrefix("count-together/one-each@1-") == true)
    let timeline = try #require(judgement.timeline)
    #expect(timeline.lanes == ["first", "second", "observer"])
    #expect(timeline.steps.contains { $0.place == "AsShipped.swift:7" })
  }

  @Test func `of a deadlock draws who waits for whom`() async throws {
    let judgement = try await judgement(of: "LocksTwice")
    #expect(judgement.verdict == .hang)
    #expect(judgement.cycle?.links.map(\.thread) == ["first"])
  }

  @Test func `keeps the second star back if nothing can overlap any more`() async throws {
    let judgement = try await judgement(of: "LocksAll")
    #expect(judgement.verdict == .pass)
    #expect(judgement.stars.map(\.isEarned) == [false, true])
  }

  @Test func `keeps the second star back if main has to wait`() async throws {
    let judgement = try await judgement(of: "KeepsMain")
    #expect(judgement.stars.map(\.isEarned) == [true, false])
    #expect(judgement.stars.last?.sentence.contains("100 ms") == true)
  }

  @Test func `of an answer that does less than it must says so`() async throws {
    let judgement = try await judgement(of: "AddsAtOnce")
    #expect(judgement.cause?.code == "avoided.one-by-one")
    #expect(judgement.misconception == "adds-at-once")
  }

  @Test(.long) func `of the whole museum is as listed`() async throws {
    let cards = LongTests.part(of: exercise.solutions) + LongTests.part(of: exercise.museum)
    let grading = try await `A hostile answer`.judge.grade(exercise, cards)
    #expect(grading.refusedRight.isEmpty)
    #expect(grading.acceptedWrong.isEmpty)
    // Without Landlock it writes where it likes, and is told of something else.
    let unseen = Confinement.offered.contains(.files) ? [] : ["WritesElsewhere"]
    let misnamed = grading.misnamed.filter { !unseen.contains($0.card.name) }
    #expect(misnamed.map { "\($0.card.name): \($0.judgement.cause?.code ?? "")" } == [])
    #expect(grading.judged.count == cards.count)
  }
}
