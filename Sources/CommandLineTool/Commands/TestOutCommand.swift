internal import WorkbookKit

/// Four questions instead of a chapter.
struct TestOutCommand: Command {
  var chapter: String?

  static let syntax = Syntax(
    name: "test-out", operands: [.optional(.chapter)],
    summary: "four questions instead of a chapter, for those who know it",
    examples: ["test-out", "test-out confinement"], make: { Self(chapter: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let chapter = try session.chapter(
      chapter ?? session.store.progress.place?.chapter ?? session.firstChapter.id)
    let questions = Recall.testOut(chapter).compactMap { step in
      step.question.map {
        OpenQuestion(
          chapter: chapter, step: step, question: $0, name: "test-out/\(chapter.id)/\(step.id)")
      }
    }
    guard questions.count == 4 else {
      throw CommandFailure(
        problem: "chapter '\(chapter.id)' has too few programs to ask about",
        wayOut: "goto \(chapter.id)", status: .notPassed)
    }
    session.open = nil
    session.console.tell("Four questions. All right, and chapter \(chapter.number) is yours.")
    session.entering = Entering(
      chapter: chapter, questions: questions,
      test: (0, questions.count, session.catalogue.chapter(after: chapter.id)))
    return try session.enter(chapter)
  }
}
