import CountTogether
import Foundation
import Testing

@testable import WorkbookKit

struct `The way to a solution` {
  @Test func `keeps what both have, and turns the rest round`() {
    let diff = LineDiff(from: "a\nb\nc", to: "a\nx\nc\nd")
    #expect(diff.picture(width: 80).map(\.text) == ["  a", "- b", "+ x", "  c", "+ d"])
    #expect(diff.lines.map(\.change) == [.stays, .goes, .comes, .stays, .comes])
  }

  @Test func `from a file to itself changes nothing`() {
    #expect(LineDiff(from: "a\n\nb\n", to: "a\n\nb\n").lines.allSatisfy { $0.change == .stays })
  }

  @Test func `from an empty file is the solution`() {
    let diff = LineDiff(from: "", to: "a\nb")
    #expect(diff.picture(width: 80).map(\.text) == ["-", "+ a", "+ b"])
  }

  @Test func `stays within the width, and goes on below its beginning`() {
    let diff = LineDiff(from: "  view.perform { done(nil) }", to: "")
    #expect(diff.picture(width: 20).map(\.text) == ["-   view.perform {", "-   done(nil) }", "+"])
  }

  @Test(arguments: ["b\na", "", "a\nb\nc\na\nb", "c"], ["a\nb", "a", "b\nc\na", "\n\n"])
  func `leads from any text to any other`(old: String, new: String) {
    let lines = LineDiff(from: old, to: new).lines
    #expect(lines.filter { $0.change != .comes }.map(\.text).joined(separator: "\n") == old)
    #expect(lines.filter { $0.change != .goes }.map(\.text).joined(separator: "\n") == new)
  }

  @Test func `begins at what the reader wrote, or at the file as shipped`() async throws {
    try await AnswerDesk.use { desk in
      let piece = """
        import CountTogether
        import Interleaving

        struct Mine: CountsTogether {}

        """
      let solution = desk.folder.graders.appending(path: "Museum/Mine.swift")
      try piece.write(to: solution, atomically: true, encoding: .utf8)
      let card = SampleCard(name: "Mine", verdict: .pass, misconception: nil, reason: "")

      let shipped = try desk.diff(to: card)
      #expect(shipped.lines.contains { $0.change == .goes && $0.text.contains("total.write") })
      try "import CountTogether\nimport Interleaving\n\nstruct Answer: CountsTogether {}\n"
        .write(to: desk.folder.answer, atomically: true, encoding: .utf8)
      try #expect(desk.diff(to: card).lines.allSatisfy { $0.change == .stays })
    }
  }
}
