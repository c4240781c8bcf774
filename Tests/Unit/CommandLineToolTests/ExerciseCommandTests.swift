import CountTogether
import Foundation
import Testing
import WorkbookKit

@testable import CommandLineTool

/// What a reader sees at the toy exercise, command by command.
///
/// On the main thread, as in the program: commands wait for tasks, so they must not take the
/// threads that tasks run on.
@MainActor @Suite struct ExerciseCommandTests {
  @Test func `an untouched answer is not started, and is no pass`() throws {
    let reader = try ExerciseDesk()
    #expect(reader.perform("check") == .notPassed)
    #expect(reader.output == "count-together  not started\n")
    #expect(reader.perform("check --all --json") == .notPassed)
    #expect(reader.output.contains(#""state":"not started""#))
  }

  @Test func `a wrong answer is told why, in which order, at which lines, and the code`() throws {
    let reader = try ExerciseDesk()
    try reader.desk.write(AnswerDesk.wrong)
    #expect(reader.perform("check count-together") == .notPassed)
    for words in [
      "WRONG  count-together\n", "A count was lost.", "first", "second",
      "   7  total.write(total.read() + times)  ◆ 1 2 3 4\n",
      "Code: count-together/one-each@1-", "all of them were tried",
      "Why: Two threads read before one of them writes.",
    ] {
      #expect(reader.output.contains(words), "\(words)")
    }
    #expect(reader.session.store.progress[exercise: "count-together"]?.verdict == .wrong)
  }

  @Test func `a code that was told is replayed, until the answer is another one`() throws {
    let reader = try ExerciseDesk()
    try reader.desk.write(AnswerDesk.wrong)
    _ = reader.perform("check")
    let code = try #require(reader.output.firstMatch(of: /Code: (\S+)/)?.output.1)
    #expect(reader.perform("replay \(code)") == .done)
    #expect(reader.output.contains("A count was lost."))
    #expect(reader.output.contains("Code: \(code)"))
    #expect(reader.perform("replay \(code) --json") == .done)
    #expect(reader.output.contains(#""isWrong":true"#))

    try reader.desk.write(AnswerDesk.right)
    #expect(reader.perform("replay \(code)") == .usage)
    #expect(reader.errors.contains("the code does not fit your answer any more"))
    #expect(reader.errors.contains("get a new code with: check count-together"))
  }

  @Test func `a right answer passes with its second star, and is remembered`() throws {
    let reader = try ExerciseDesk()
    try reader.desk.write(AnswerDesk.right)
    #expect(reader.perform("check") == .done)
    #expect(reader.output.contains("PASS  count-together\n"))
    #expect(reader.output.contains("Second star: Everything that may overlap still overlaps."))
    #expect(reader.session.store.progress[exercise: "count-together"]?.verdict == .pass)
    #expect(reader.perform("check") == .notPassed)
    #expect(reader.errors.contains("every exercise is passed"))
  }

  @Test func `what does not compile is shown as the compiler said it`() throws {
    let reader = try ExerciseDesk()
    try reader.desk.write("let count: Int = \"one\"")
    #expect(reader.perform("check") == .doesNotBuild)
    #expect(reader.output.contains("ERROR  count-together"))
    #expect(reader.output.contains("CountTogether.swift:7:22: error:"))
  }

  @Test func `a name that no exercise has is no pass`() throws {
    let reader = try ExerciseDesk()
    #expect(reader.perform("check count-apart") == .usage)
    #expect(reader.errors.contains("there is no exercise 'count-apart'"))
  }

  @Test func `a file that is gone can be put back on the spot`() throws {
    let reader = try ExerciseDesk(answers: ["no", "yes"])
    try FileManager.default.removeItem(at: reader.desk.folder.answer)
    #expect(reader.perform("check") == .notPassed)
    #expect(reader.output.contains("Put it back as it was shipped?"))
    #expect(reader.answer == nil)
    #expect(reader.perform("check") == .notPassed)
    #expect(reader.output.contains("count-together  not started"))
    try #expect(reader.desk.folder.state() == .untouched)
  }

  @Test func `where no reader can be asked, a file that is gone is said to be`() throws {
    let reader = try ExerciseDesk()
    try FileManager.default.removeItem(at: reader.desk.folder.answer)
    #expect(reader.perform("check") == .notPassed)
    #expect(reader.output == "count-together  deleted\n")
    #expect(reader.perform("open count-together") == .notPassed)
    #expect(reader.errors.contains("bring it back with: reset count-together"))
  }

  @Test func `hints lead one rung further each time`() throws {
    let reader = try ExerciseDesk()
    let titles = try (1...4).map { _ in
      #expect(reader.perform("hint count-together") == .done)
      return String(try #require(reader.output.split(separator: "\n").first))
    }
    #expect(
      titles == [
        "Hint 1 of 3: where to look", "Hint 2 of 3: which rule is broken",
        "Hint 3 of 3: what shape the fix has", "Hint 3 of 3: what shape the fix has",
      ])
  }

  @Test func `open tells where the answer is where no reader sits there`() throws {
    let reader = try ExerciseDesk()
    #expect(reader.perform("open count-together") == .done)
    #expect(reader.output == reader.desk.folder.answer.path + "\n")
  }

  private nonisolated static let hasEditor = ["EDITOR", "VISUAL"].contains {
    ProcessInfo.processInfo.environment[$0] != nil
  }

  @Test(.disabled(if: hasEditor, "it would start the editor"))
  func `open shows the task to a reader who sits there, and where the answer is`() throws {
    let reader = try ExerciseDesk(answers: [])
    #expect(reader.perform("open count-together") == .done)
    #expect(reader.output.contains("Two threads count into one cell"))
    #expect(reader.output.contains(reader.desk.folder.answer.path + "\nTry: check count-together"))
  }

  @Test func `a reset keeps what was written, and undo brings it back`() throws {
    let reader = try ExerciseDesk(answers: ["yes"])
    try reader.desk.write(AnswerDesk.wrong)
    let mine = reader.answer
    #expect(reader.perform("reset count-together") == .done)
    #expect(reader.output.contains("'CountTogether.swift.~1~'"))
    try #expect(reader.desk.folder.state() == .untouched)
    #expect(reader.perform("undo count-together") == .done)
    #expect(reader.answer == mine)
    #expect(reader.perform("undo count-together") == .notPassed)
    #expect(reader.errors.contains("was never reset"))
  }

  @Test func `a reset without anybody to ask needs --yes`() throws {
    let reader = try ExerciseDesk()
    try reader.desk.write(AnswerDesk.wrong)
    #expect(reader.perform("reset count-together") == .usage)
    #expect(reader.answer == AnswerDesk.answer(AnswerDesk.wrong))
    #expect(reader.perform("reset count-together --yes") == .done)
  }
}
