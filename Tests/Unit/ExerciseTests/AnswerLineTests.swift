import Foundation
import RenameRoom
import Testing

@testable import WorkbookKit

/// What an answer did wrong is told with the line that did it, and not only with the line on which its
/// block begins.
@Suite struct AnswerLineTests {
  @Test func `of a use off the queue is that of the use`() async throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let text = try exercise.folder.pristineText() + "\n// A remark of the reader's.\n"
    let file = folder.url.appending(path: exercise.folder.answer.lastPathComponent)
    try text.write(to: file, atomically: true, encoding: .utf8)
    let judgement = try #require(await Judge().judge(text, in: file, as: exercise))
    #expect(judgement.cause?.code == "outcome.violation")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = try #require(lines.firstIndex { $0.contains("room.name = name") }) + 1
    #expect(judgement.cause?.detail == "at RenameRoom.swift:\(number)")
    #expect(judgement.cause?.rationale.contains("RenameRoom.swift:\(number - 1)") == true)
  }
}
