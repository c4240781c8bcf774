import Foundation
import Testing

@testable import CommandLineTool
@testable import WorkbookKit

struct SheetTests {
  @Test(arguments: Catalogue.shipped.exercises.map(\.folder))
  func `names a filter that matches a suite, and has three rungs of hints`(
    folder: ExerciseFolder
  ) throws {
    let (sheet, module) = (try folder.sheet(), folder.module)
    #expect(sheet.task.contains("workbook check \(folder.id)"))
    #expect(sheet.task.contains("swift test --filter \(module)Tests"))
    let lines = try folder.url.appending(path: "Exercise.md").text().split(separator: "\n")
    #expect(lines.last?.hasPrefix("`workbook solution \(folder.id)`") == true)
    // A filter that matches nothing would look like a pass.
    let suite = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "\(module)Tests.swift")
    try #expect(String(contentsOf: suite, encoding: .utf8).contains("struct \(module)Tests"))
    #expect(
      sheet.hints.map(\.title)
        == ["where to look", "which rule is broken", "what shape the fix has"])
  }
}
