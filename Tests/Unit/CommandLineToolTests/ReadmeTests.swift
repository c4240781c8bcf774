import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

/// What the first page of the project promises.
struct ReadmeTests {
  private func readme() throws -> [Substring] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The lines of the first block below a heading.
  private func block(below heading: String) throws -> [Substring] {
    let lines = try readme()
    let start = try #require(lines.firstIndex(of: Substring("## " + heading)))
    let block = lines[start...].drop { !$0.hasPrefix("```") }.dropFirst()
    return Array(block.prefix { !$0.hasPrefix("```") })
  }

  @Test func `the look into the workbook is what it prints`() throws {
    let look = try block(below: "A look")
    let prompt = "workbook> "
    let command = try #require(look.first)
    #expect(command.hasPrefix(prompt))
    let printed = Desk(catalogue: .shipped).output(of: String(command.dropFirst(prompt.count)))
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(Array(printed.prefix(look.count - 1)) == Array(look.dropFirst()))
  }

  @Test func `the table of chapters is that of the catalogue`() throws {
    let rows = try readme().filter { $0.wholeMatch(of: #/\| \d+ \| `.*/#) != nil }
    let shipped = Catalogue.shipped.chapters.map { "| \($0.number) | `\($0.id)` |" }
    #expect(rows.count == shipped.count)
    for (row, chapter) in zip(rows, shipped) { #expect(row.hasPrefix(chapter)) }
  }
}
