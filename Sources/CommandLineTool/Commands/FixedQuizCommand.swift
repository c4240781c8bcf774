internal import Foundation
internal import WorkbookKit

/// The questions of a test, one after the other: `quiz --fixed 7 --export before.json`. What is
/// right is not told, and nothing is remembered: the same ones are asked again after the course.
struct FixedQuizCommand: Command {
  var chapter: String?
  /// Chooses the questions: the same for all who name the same number.
  var seed: Int
  var file: String?

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let chapters =
      try chapter.map { [try session.catalogue.chapter(named: $0)] } ?? session.catalogue.chapters
    let quizzes = Quiz.fixed(about: chapters, seed: seed)
    guard !quizzes.isEmpty else {
      throw CommandFailure(
        problem: "there is no program here that is short enough to ask about", status: .fault)
    }
    if let file { try prepare(file, session, options) }
    session.walk.leaveQuestions()
    var attempts: [Attempt] = []
    for (number, quiz) in quizzes.enumerated() {
      guard let question = quiz.step.question?.ordered(.init(seed: seed, place: quiz.name))
      else { continue }
      console.show(
        TextLine("\(number + 1) of \(quizzes.count)  ", .faint)
          + TextLine(quiz.step.title, .heading))
      console.show(quiz.step.shown)
      show(question, console)
      guard let answered = answerLine(to: question, session) else {
        throw CommandFailure(
          problem: "stopped at question \(number + 1) of \(quizzes.count); no answer was kept",
          wayOut: "begin again: the questions are the same", status: .notPassed)
      }
      guard let answer = answered else { continue }
      attempts.append(
        Attempt(step: quiz.name, answer: answer, judged: try question.judge(answer)))
    }
    return try finish(attempts, of: quizzes.count, console)
  }

  private func finish(
    _ attempts: [Attempt], of count: Int, _ console: Console
  ) throws -> ExitStatus {
    let right = attempts.count(where: \.isRight)
    console.tell("\(right) of \(count) right. Which ones is not told: they come again afterwards.")
    guard let file else { return .done }
    var progress = ReaderProgress()
    for attempt in attempts { try progress.add(attempt) }
    guard TextFile.write(progress.document.document, to: file) else { throw unwritable(file) }
    console.tell("Written: \(file). Those of a class together: class merge FILE...")
    return .done
  }

  /// Before anything is asked, so that no answer is lost.
  private func prepare(
    _ file: String, _ session: Session, _ options: CommonOptions
  ) throws {
    if TextFile.exists(file) {
      try session.dialogue.confirm("Replace '\(file)'?", command: "quiz", options)
    }
    let folder = URL(filePath: file).deletingLastPathComponent().path
    guard FileManager.default.isWritableFile(atPath: TextFile.exists(file) ? file : folder) else {
      throw unwritable(file)
    }
  }

  private func unwritable(_ file: String) -> CommandFailure {
    CommandFailure(
      problem: "'\(file)' cannot be written",
      wayOut: "name a file in a folder that is there, and yours", status: .usage)
  }

  private func show(_ question: Question, _ console: Console) {
    console.show(markdown: question.request)
    for (index, option) in question.options.enumerated() {
      console.tell("\(question.mark(index))  \(option.words)")
    }
  }

  /// Nil: no more lines, or the reader stops. An answer that is nil: the question is left out.
  private func answerLine(to question: Question, _ session: Session) -> Answer?? {
    let console = session.console
    while true {
      switch session.dialogue.ask(prompt: "answer \(question.range)") {
      case .leave: return nil
      case .help: console.tell("\(question.keys), '?' behind it for a guess. \(Self.ways)")
      case .empty: console.complain("nothing was answered", wayOut: Self.ways)
      case .line("skip"): return .some(nil)
      case .line(let line):
        if let answer = Answer(line, to: question) { return answer }
        console.complain(
          "'\(line)' is no answer here: it takes \(question.keys)", wayOut: Self.ways)
      }
    }
  }

  private static let ways = "'skip' leaves the question out, 'quit' stops without a result"
}
