import Testing
import WorkbookKit

struct TimelineTests {
  private let timeline = Timeline(
    lanes: ["main", "worker"],
    steps: [
      .init(number: 1, lane: 0, text: "reads draft", place: "Chat.swift:3"),
      .init(number: 2, lane: 1, queue: "import", text: "writes draft", isDecisive: true),
      .init(number: 3, lane: 0, text: "writes draft", place: "Chat.swift:4", isDecisive: true),
    ])

  @Test func `each thread has its lane`() {
    #expect(
      timeline.picture(width: 80).map(\.text)
        == [
          "      main                  │ worker",
          "      ──────────────────────┼───────────────────────",
          "  1   reads draft           │",
          "  2 ◆                       │ [import] writes draft",
          "  3 ◆ writes draft          │",
        ])
  }

  @Test func `the step from which there is no way back is marked`() {
    var timeline = timeline
    timeline.pointOfNoReturn = 2
    #expect(
      timeline.picture(width: 80).map(\.text).dropFirst(3)
        == [
          "  2 ◆                       │ [import] writes draft",
          "      ── from here on every order goes wrong",
          "  3 ◆ writes draft          │",
        ])
    #expect(timeline.sentences[2].text.hasSuffix("Decisive. From here on every order goes wrong."))
    #expect(
      timeline.turningPoint
        == "Up to step 1 it could still end well; from step 2 on every order goes wrong.")
    #expect(
      Story(of: timeline, ending: .hang).lines(width: 200).map(\.text)[1]
        .contains("writes draft (from here on every order goes wrong)"))
  }

  @Test(arguments: [20, 40, 57, 80, 200])
  func `no line is wider than the terminal`(width: Int) {
    for line in timeline.picture(width: width) { #expect(line.width <= width) }
  }

  @Test(arguments: [64, 80, 120])
  func `lanes of wide characters stay straight`(width: Int) {
    let timeline = Timeline(
      lanes: ["編集者", "👩‍👩‍👧 familia", "e\u{301}diteur"],
      steps: [
        .init(number: 1, lane: 0, text: "「会議室」という部屋の題名を読む", place: nil),
        .init(number: 2, lane: 1, queue: "インポート", text: "renames it 🎉🎉🎉", isDecisive: true),
        .init(number: 3, lane: 2, text: "sauve apre\u{300}s", place: nil),
      ])
    let lines = timeline.picture(width: width)
    let places = Set(lines.map(bars))
    #expect(places.count == 1, "\(lines.map(\.text).joined(separator: "\n"))")
    #expect(places.first?.count == 2)
    #expect(lines.allSatisfy { $0.width <= width })
  }

  /// Where a line tells lanes apart, in cells from the left.
  private func bars(_ line: TextLine) -> [Int] {
    line.text.indices.filter { "│┼".contains(line.text[$0]) }.map { line.text[..<$0].cells }
  }

  @Test func `too narrow for lanes it becomes a list`() {
    let lines = timeline.picture(width: 30).map(\.text)
    #expect(lines.first == "  1   main: reads draft")
  }

  @Test func `the sentences carry every fact of the picture`() throws {
    #expect(try Timeline(rebuiltFrom: timeline.sentences.map(\.text)) == timeline)
  }
}

extension Timeline {
  /// The other way round: what a listener can know.
  init(rebuiltFrom sentences: [String]) throws {
    let names = try #require(sentences.first?.wholeMatch(of: /Threads: (.*)\./)).1
    let lanes = names.split(separator: ", ").map(String.init)
    self.init(
      lanes: lanes,
      steps: try sentences.dropFirst().map { sentence in
        let pattern =
          /Step (\d+), (.*?)(?:, on queue (.*?))?: (.*?)\.(?: At (.*?)\.)?( Decisive\.)?/
        let match = try #require(sentence.wholeMatch(of: pattern)).output
        return Step(
          number: try #require(Int(match.1)),
          lane: try #require(lanes.firstIndex(of: "\(match.2)")),
          queue: match.3.map(String.init), text: String(match.4), place: match.5.map(String.init),
          isDecisive: match.6 != nil)
      })
  }
}
