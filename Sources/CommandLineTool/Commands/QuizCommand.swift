internal import Terminal
internal import WorkbookKit

extension Session {
  /// A question about any program of a chapter, or of all.
  func quiz(_ word: String?) throws -> ExitStatus {
    let chapters = try word.map { [try chapter($0)] } ?? catalogue.chapters
    let quiz = Quiz(
      about: chapters, exercises: catalogue.exercises, passed: store.progress.passed,
      after: store.progress.attempts)
    guard let quiz, let question = quiz.step.question else {
      throw CommandFailure(
        problem: "there is no program here that is short enough to ask about", status: .fault)
    }
    entering = nil
    console.show(TextLine(quiz.step.title, .heading))
    show(quiz.step.shown)
    return try ask(
      OpenQuestion(
        chapter: quiz.chapter, step: quiz.step, question: question, name: quiz.name,
        exhibit: quiz.exhibit, following: word.map { "quiz \($0)" } ?? "quiz"))
  }
}
