import Testing
import WorkbookKit

struct TimelineComparisonTests {
  private let comparison = TimelineComparison(
    .init(
      "bug", "goes wrong",
      Timeline(
        lanes: ["main", "sync"],
        steps: [
          .init(number: 1, lane: 0, text: "enqueues a block"),
          .init(number: 2, lane: 1, text: "begins a block"),
          .init(number: 3, lane: 0, text: "waits"),
        ])),
    .init(
      "fix", "the same order",
      Timeline(
        lanes: ["main", "sync"],
        steps: [
          .init(number: 1, lane: 0, text: "enqueues a block"),
          .init(number: 2, lane: 1, text: "begins a block"),
          .init(number: 3, lane: 0, queue: "sync", text: "goes on"),
          .init(number: 4, lane: 1, text: "ends"),
        ])))

  @Test func `where the width allows, the runs stand side by side and the parting is marked`() {
    #expect(
      comparison.picture(width: 70).map(\.text) == [
        "bug: goes wrong                   │ fix: the same order",
        "─────────────────────────────────" + "─┼─" + "─────────────────────────────────",
        "  1 main: enqueues a block        │   1 main: enqueues a block",
        "  2 sync: begins a block          │   2 sync: begins a block",
        "  3 main: waits                   ◆   3 main: [sync] goes on",
        "                                  │   4 sync: ends",
      ])
  }

  @Test func `where it does not, one stands below the other`() {
    #expect(
      comparison.picture(width: 40).map(\.text) == [
        "bug: goes wrong", "    1 main: enqueues a block", "    2 sync: begins a block",
        "◆   3 main: waits", "", "fix: the same order", "    1 main: enqueues a block",
        "    2 sync: begins a block", "◆   3 main: [sync] goes on", "    4 sync: ends",
      ])
  }

  @Test func `the words tell where they part and then each run`() {
    let sentences = comparison.sentences.map(\.text)
    #expect(
      sentences.first
        == "They part at step 3. bug, main: waits. fix, main: [sync] goes on.")
    #expect(sentences.count == 1 + 1 + 4 + 1 + 5)
    #expect(sentences.contains("Step 3, main, on queue sync: goes on."))
  }

  @Test func `equal runs do not part, and a shorter one is over`() {
    let same = TimelineComparison(comparison.one, comparison.one)
    #expect(same.firstDifference == nil)
    #expect(same.parting == "Both do the same.")
    var short = comparison.one
    short.timeline.steps.removeLast()
    #expect(
      TimelineComparison(short, comparison.one).parting
        == "They part at step 3. bug is over. bug, main: waits.")
  }
}
