import Foundation
import LongTests
import MissingReplies
import RenameRoom
import Testing

@testable import WorkbookKit

/// What an answer did wrong is told with the line that did it, and not only with the line on which its
/// block begins.
struct AnswerLineTests {
  /// What is said of a text that a reader might have saved.
  private func judgement(of text: String, _ exercise: any CheckedExercise) async throws -> Judgement
  {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appending(path: exercise.folder.answer.lastPathComponent)
    try AnswerFiles(of: text, first: file.lastPathComponent).write(at: file)
    return try #require(await Judge().judge(text, in: file, as: exercise))
  }

  @Test(.long) func `of a use off the queue is that of the use`() async throws {
    let exercise = RenameRoom.exercise
    let text = try exercise.folder.pristineText() + "\n// A remark of the reader's.\n"
    let judgement = try await judgement(of: text, exercise)
    #expect(judgement.cause?.code == "outcome.violation")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let number = try #require(lines.firstIndex { $0.contains("room.name = name") }) + 1
    #expect(judgement.cause?.detail == "at RenameRoom.swift:\(number)")
    #expect(judgement.cause?.rationale.contains("RenameRoom.swift:\(number - 1)") == true)
  }

  @Test func `of an answer with several files names the file`() async throws {
    let exercise = MissingReplies.exercise
    let piece = try #require(exercise.museum.first { $0.name == "TellsWhereItSaves" })
    let text = try exercise.folder.answerText(of: exercise.file(of: piece))
    let judgement = try await judgement(of: text, exercise)
    #expect(judgement.cause?.detail == "at ReplyStore.swift:22")
    #expect(judgement.cause?.rationale.contains("at ReplySync.swift:18") == true)
  }
}
