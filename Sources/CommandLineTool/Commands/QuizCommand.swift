internal import WorkbookKit

/// A question about any program of a chapter, or of all.
struct QuizCommand: Command {
  var chapter: String?

  static let syntax = Syntax(
    name: "quiz", operands: [.optional(.chapter)],
    flags: [
      .init(name: "--fixed", value: "SEED", summary: "a test: ten questions, for all the same"),
      .init(name: "--export", value: "FILE", summary: "--fixed: the answers, for 'class merge'"),
    ],
    summary: "a question about any program of a chapter, or of the book",
    details: """
      First what you answered wrongly and were sure of, then what was asked least. What is right \
      is explored, not looked up. With --fixed it is a test to take before a course and after it: \
      a number chooses ten questions, the right answers are not told, and nothing is remembered.
      """,
    examples: ["quiz", "quiz deadlocks", "quiz --fixed 7 --export before.json"],
    make: { (arguments) throws(UsageError) in
      if let seed = try arguments.count("--fixed") {
        return FixedQuizCommand(
          chapter: arguments[0], seed: seed, file: arguments.flags["--export"])
      }
      guard !arguments.has("--export") else {
        throw .missingOperand("--fixed SEED", command: "quiz --export")
      }
      return QuizCommand(chapter: arguments[0])
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let chapters =
      try chapter.map { [try session.catalogue.chapter(named: $0)] } ?? session.catalogue.chapters
    let quiz = Quiz(
      about: chapters, exercises: session.catalogue.exercises,
      passed: session.store.progress.passed,
      after: session.store.progress.attempts)
    guard let quiz, let question = quiz.step.question else {
      throw CommandFailure(
        problem: "there is no program here that is short enough to ask about", status: .fault)
    }
    session.entrance.close()
    session.console.show(TextLine(quiz.step.title, .heading))
    session.console.show(quiz.step.shown)
    return try session.questions.ask(
      OpenQuestion(
        chapter: quiz.chapter, step: quiz.step, question: question, name: quiz.name,
        exhibit: quiz.exhibit, following: chapter.map { "quiz \($0)" } ?? "quiz"))
  }
}
