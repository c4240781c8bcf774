internal import WorkbookKit

/// The step the reader stands at once more, as if it had not been tried.
struct AgainCommand: Command {
  static let syntax = Syntax(
    name: "again", summary: "the same step once more, as if it had not been tried",
    examples: ["again"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    guard let here = try session.bookmark.standing(), let index = here.index else {
      return try session.walk.beginFirstRun()
    }
    session.walk.leaveQuestions()
    return try session.walk.show(index, of: here.path, in: here.chapter)
  }
}
