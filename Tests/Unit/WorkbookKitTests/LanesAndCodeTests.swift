import StyledText
import Testing

@testable import WorkbookKit

struct LanesAndCodeTests {
  private let timeline = Timeline(
    lanes: ["main", "sync"],
    steps: [
      Timeline.Step(number: 1, lane: 0, text: "fetches Room"),
      Timeline.Step(number: 2, lane: 1, text: "saves (1 updated)"),
    ])

  private func picture(_ width: Int, code: [String] = ["try view.save()", "}"]) -> [String] {
    timeline.picture(width: width, remarks: [TextLine("remark")]) { _ in code.map { TextLine($0) } }
      .map(\.text)
  }

  @Test func `where there is room code stands beside the lanes`() {
    let lines = picture(120)
    #expect(lines.count == 5)
    #expect(lines[0].contains("main") && lines[0].hasSuffix("   try view.save()"))
    #expect(lines[1].hasSuffix("   }"))
    #expect(lines[3].contains("saves (1 updated)"))
    #expect(lines[4] == "remark")
  }

  @Test func `else it stands below them, behind what is said of them`() {
    #expect(Array(picture(119).suffix(4)) == ["remark", "", "try view.save()", "}"])
  }

  @Test func `without code there are lanes only`() {
    #expect(picture(120, code: []).count == 5)
  }
}
