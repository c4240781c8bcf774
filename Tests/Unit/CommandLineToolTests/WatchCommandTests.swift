import CountTogether
import Foundation
import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

/// On the main thread, as in the program.
@MainActor @Suite struct WatchCommandTests {
  private static let verdicts = ["not started", "PASS", "WRONG", "HANGS", "nconclusive", "error:"]

  /// Whenever the watch has told something, the reader does the next thing; then the pipe closes. So it
  /// does at another verdict, for then nothing would ever come.
  private func watch(
    _ line: String, _ reader: ExerciseDesk, _ story: [(sees: String, does: () throws -> Void)]
  ) -> Int {
    var next = 0
    _ = reader.perform(line) { text in
      guard next < story.count else { return .closesThePipe }
      guard text.contains(story[next].sees) else {
        let isOther = Self.verdicts.contains { text.contains($0) && !story[next].sees.contains($0) }
        return isOther && next > 0 ? .closesThePipe : .goesOn
      }
      #expect(throws: Never.self) { try story[next].does() }
      next += 1
      return next < story.count ? .goesOn : .closesThePipe
    }
    return next
  }

  @Test func `every save is judged, whatever the one before came to`() throws {
    let reader = try ExerciseDesk()
    let file = reader.desk.folder.answer
    let steps = watch(
      "watch", reader,
      [
        ("not started", { try reader.desk.write(AnswerDesk.wrong) }),
        ("WRONG", { try reader.desk.write("let count: Int = \"one\"") }),
        ("error:", { try FileManager.default.removeItem(at: file) }),
        (
          "deleted",
          {
            // As an editor does that writes into the file.
            try AnswerDesk.answer(AnswerDesk.right)
              .write(to: file, atomically: false, encoding: .utf8)
          }
        ),
        ("PASS", {}),
      ])
    #expect(steps == 5)
    #expect(reader.errors.contains("is checked whenever it is saved; Ctrl-C ends"))
    #expect(reader.errors.contains("the file is gone; it is waited for"))
  }

  @Test(.long) func `each check is one line of JSON`() throws {
    let reader = try ExerciseDesk()
    let steps = watch(
      "watch count-together --json", reader,
      [
        (#""state":"not started""#, { try reader.desk.write(AnswerDesk.wrong) }),
        (#""verdict":"WRONG""#, { try reader.desk.write(AnswerDesk.right) }),
        (#""verdict":"PASS""#, {}),
      ])
    #expect(steps == 3)
    let lines = reader.output.split(separator: "\n")
    #expect(lines.count == 3)
    for line in lines { try #expect(JSONValue(parsing: String(line))["command"] == "check") }
  }

  @Test func `of an exercise that is not there is refused`() throws {
    #expect(try ExerciseDesk().perform("watch count-apart") == .usage)
  }
}
