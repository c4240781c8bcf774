internal import WorkbookKit

struct QuitCommand: Command {
  static let syntax = Syntax(
    name: "quit", aliases: ["exit", "q", ":q"], summary: "leave; Ctrl-D does too",
    examples: ["quit"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) -> ExitStatus {
    session.leave()
    return .done
  }
}
