import Interleaving
import Testing
import WorkbookKit

struct PictureTests {
  private let scenario = Scenario(
    "problems/lost", title: "Lost", question: "Can a rename vanish?",
    outcomes: [.allowed("kept", "It is kept."), .forbidden("lost", "It is gone.")],
    variants: [])

  @Test func `the outcome table shows what was declared, reached and predicted`() {
    let table = OutcomeTable(
      scenario: scenario, counts: ["lost": 2, "hang": 1], prediction: ["kept", "lost"])
    #expect(
      table.picture(width: 60).map(\.text) == [
        "  outcome  kind       orders  you said",
        "  kept     allowed    0 of 3  possible, wrong",
        "      It is kept.",
        "  lost     FORBIDDEN  2 of 3  possible, right",
        "      It is gone.",
        "  hang     FORBIDDEN  1 of 3  impossible, wrong",
        "      Nothing can go on: the program hangs.",
      ])
    #expect(table.failing == 3)
    #expect(table.rightPredictions == 1)
  }

  @Test func `the outcome table can be listened to`() {
    let table = OutcomeTable(scenario: scenario, counts: ["lost": 2])
    #expect(
      table.sentences.map(\.text) == [
        "outcome: kept; kind: allowed; orders: 0 of 2. It is kept.",
        "outcome: lost; kind: FORBIDDEN; orders: 2 of 2. It is gone.",
      ])
  }

  private let cycle = WaitCycle(links: [
    .init(
      thread: "main", holds: ["queue main"], waitsFor: "its turn on queue import",
      heldBy: "worker", place: "Chat.swift:3"),
    .init(thread: "worker", waitsFor: "its block on queue main", heldBy: "main"),
  ])

  @Test func `a cycle is drawn as a ring`() {
    #expect(
      cycle.picture(width: 80).map(\.text) == [
        "  ┌─> main    waits for its turn on queue import  Chat.swift:3",
        "  │     │",
        "  │     v",
        "  │   worker  waits for its block on queue main",
        "  └─────┘",
      ])
  }

  @Test func `beside a timeline each thread has the colour of its lane`() {
    let timeline = Timeline(
      lanes: ["worker", "main"], steps: [], threads: ["main", "idle", "worker"])
    #expect(timeline.colors == [2, 0])
    let spans = cycle.picture(width: 80, beside: timeline).flatMap(\.spans)
    #expect(spans.first { $0.text.hasPrefix("main") }?.role == .lane(0))
    #expect(spans.first { $0.text.hasPrefix("worker") }?.role == .lane(2))
  }

  @Test func `a cycle is told in words`() {
    #expect(
      cycle.sentences.map(\.text) == [
        "main holds queue main and waits for its turn on queue import, which depends on worker "
          + "(at Chat.swift:3).",
        "worker waits for its block on queue main, which depends on main.",
        "They wait in a circle.",
      ])
  }

  @Test func `who can never be woken is no ring`() {
    let lost = WaitCycle(
      links: [.init(thread: "worker", waitsFor: "a signal of semaphore s", heldBy: nil)],
      isRing: false)
    #expect(lost.picture(width: 80).map(\.text) == ["  worker  waits for a signal of semaphore s"])
    #expect(
      lost.sentences.map(\.text) == [
        "worker waits for a signal of semaphore s.", "No thread can wake them.",
      ])
  }

  @Test func `an excerpt shows the program of a variant and marks what decides`() throws {
    let variant = Variant.bug(
      "T", idea: "I.", expecting: .failing(1, of: 1), lookAt: ["runtime.outcome"]
    ) { runtime in
      // A brace in a comment } and one in a string do not count.
      runtime.outcome("}")
    }
    let excerpt = try #require(SourceExcerpt(of: variant))
    #expect(excerpt.file == "PictureTests.swift")
    #expect(
      excerpt.lines.map(\.text) == [
        "// A brace in a comment } and one in a string do not count.", "runtime.outcome(\"}\")",
      ])
    #expect(excerpt.lines.map(\.isMarked) == [false, true])
  }

  @Test func `figures are grouped so that they can be read`() {
    #expect(1.of("order") == "1 order")
    #expect(1_234_567.of("order") == "1,234,567 orders")
    #expect((-1000).grouped == "-1,000")
  }
}
