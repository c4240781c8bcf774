internal import WorkbookKit

/// Leaves the open question open and goes on.
struct SkipCommand: Command {
  static let syntax = Syntax(
    name: "skip", summary: "leave the question open and go on", examples: ["skip"],
    make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    session.questions.close()
    return try session.walk.next()
  }
}
