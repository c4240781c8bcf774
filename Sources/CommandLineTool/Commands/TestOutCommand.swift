internal import WorkbookKit

/// Four questions instead of a chapter.
struct TestOutCommand: Command {
  var chapter: String?

  static let syntax = Syntax(
    name: "test-out", operands: [.optional(.chapter)],
    summary: "four questions instead of a chapter, for those who know it",
    examples: ["test-out", "test-out confinement"], make: { Self(chapter: $0[0]) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let chapter = try session.bookmark.chapter(chapter)
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
    session.questions.close()
    session.console.tell("Four questions. All right, and chapter \(chapter.number) is yours.")
    session.entrance.open(
      to: chapter, asking: questions,
      test: .init(target: session.catalogue.chapter(after: chapter.id), count: questions.count))
    return try session.walk.enter(chapter)
  }
}
