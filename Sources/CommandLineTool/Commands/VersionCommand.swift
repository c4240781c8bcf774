internal import WorkbookKit

struct VersionCommand: Command {
  static let syntax = Syntax(
    name: "version", summary: "what this is", examples: ["version"], make: { _ in Self() })

  func perform(in session: Session, _ options: CommonOptions) -> ExitStatus {
    session.console.show(TextLine("workbook \(Version.number)"))
    return .done
  }
}

enum Version {
  static let number = "1.0"
}
