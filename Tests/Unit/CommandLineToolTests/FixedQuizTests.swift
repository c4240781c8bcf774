import Foundation
import LongTests
import Testing
import WorkbookKit

@testable import CommandLineTool

/// `quiz --fixed SEED --export FILE`: a test before a course and after it.
struct FixedQuizTests {
  private let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json").path

  private func desk(answers: String) -> Desk { Desk(answers, catalogue: .shipped) }

  private static let guesses = String(repeating: "1\n", count: 10)

  @Test func `all who name a number are asked the same ten questions, others not`() {
    let shown = [7, 7, 8].map { desk(answers: Self.guesses).output(of: "quiz --fixed \($0)") }
    #expect(shown[0] == shown[1])
    #expect(shown[0] != shown[2])
    #expect(shown[0].contains("1 of 10  ") && shown[0].contains("10 of 10  "))
    #expect(shown[0].contains(" of 10 right."))
  }

  @Test(arguments: LongTests.all(Array(1...20), orFirst: 4))
  func `ten questions are of ten chapters, and not all of one kind`(seed: Int) {
    let quizzes = Quiz.fixed(about: Catalogue.shipped.chapters, seed: seed)
    #expect(quizzes.count == Quiz.testLength)
    #expect(Set(quizzes.map(\.chapter.id)).count == Quiz.testLength)
    #expect(Set(quizzes.map(\.name)).count == Quiz.testLength)
    let choices = quizzes.count {
      if case .choose? = $0.step.question?.kind { true } else { false }
    }
    #expect((3...7).contains(choices))
  }

  @Test func `of one chapter there are ten as well`() {
    for chapter in Catalogue.shipped.chapters {
      let quizzes = Quiz.fixed(about: [chapter], seed: 3)
      #expect(Set(quizzes.map(\.name)).count == Quiz.testLength, "\(chapter.id)")
    }
  }

  @Test func `what is right is not told, and what was answered is in the file alone`() throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let desk = desk(answers: Self.guesses)
    #expect(desk.perform("quiz --fixed 7 --export '\(file)'") == .done)
    #expect(desk.session.store.progress == ReaderProgress())
    for word in ["Right:", "No:", "Right.", "No."] { #expect(!desk.output.contains(word)) }
    let export = try ProgressExport(
      reader: "ann", text: String(contentsOfFile: file, encoding: .utf8))
    #expect(export.progress.attempts.count == 10)
    let right = export.progress.attempts.count(where: \.isRight)
    #expect(desk.output.contains("\(right) of 10 right."))
    // As 'class merge' reads it.
    #expect(desk.output(of: "class merge '\(file)' --json").contains("\"answers\":1"))
  }

  @Test func `a typing error asks again, and a question may be left out`() throws {
    defer { try? FileManager.default.removeItem(atPath: file) }
    let desk = desk(answers: "nine\n\nhelp\nskip\n" + Self.guesses)
    #expect(desk.perform("quiz --fixed 7 --export '\(file)'") == .done)
    #expect(desk.errors.contains("'nine' is no answer here"))
    let export = try ProgressExport(
      reader: "ann", text: String(contentsOfFile: file, encoding: .utf8))
    #expect(export.progress.attempts.count == 9)
  }

  @Test func `who stops has no result, and nothing is written`() {
    let desk = desk(answers: "1\n2\nquit\n")
    #expect(desk.perform("quiz --fixed 7 --export '\(file)'") == .notPassed)
    #expect(desk.errors.contains("stopped at question 3 of 10"))
    #expect(!FileManager.default.fileExists(atPath: file))
  }

  @Test(arguments: [
    ("quiz --fixed x", "a whole number above 0"), ("quiz --fixed 0", "a whole number above 0"),
    ("quiz --export x.json", "needs --fixed SEED"),
    ("quiz nowhere --fixed 3", "there is no chapter 'nowhere'"),
    ("quiz --fixed 3 --export /no/such/x.json", "'/no/such/x.json' cannot be written"),
  ])
  func `what cannot be asked is said before the first question`(line: String, problem: String) {
    let desk = desk(answers: Self.guesses)
    #expect(desk.perform(line) == .usage)
    #expect(desk.errors.contains(problem))
    #expect(desk.output.isEmpty)
  }
}
