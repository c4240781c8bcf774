internal import WorkbookKit

/// Shows what stands in for what Linux lacks in code of the reader's own: `try --stubs FILE`
struct StandInsCommand: Command {
  var path: String

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    let text = try TriedSource(named: path).standIns(at: session.workplace)
    if text.isEmpty { console.tell("Nothing stands in for anything in '\(path)'.") }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      console.show(TextLine("\(line)", .code))
    }
    return .done
  }
}
