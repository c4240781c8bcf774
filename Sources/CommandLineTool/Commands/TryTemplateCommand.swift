internal import WorkbookKit

/// Writes a start of some kind for code of the reader's own into a file, or shows it:
/// `try --template lock Cache.swift`
struct TryTemplateCommand: Command {
  var template: TryStart.Template
  var file: String?

  init(kind: String, file: String?) throws(UsageError) {
    guard let template = TryStart.Template(rawValue: kind) else {
      throw .badValue(
        kind, of: "--template",
        expected: TryStart.Template.allCases.map(\.rawValue).joined(separator: ", "))
    }
    self.template = template
    self.file = file
  }

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    guard let file else {
      console.show(
        template.text.split(separator: "\n", omittingEmptySubsequences: false).map {
          TextLine("\($0)", .code)
        })
      return .done
    }
    guard !TextFile.exists(file) else {
      throw CommandFailure(
        problem: "there is a file '\(file)' already", wayOut: "name another one", status: .usage)
    }
    guard TextFile.write(template.text, to: file) else {
      throw CommandFailure(
        problem: "'\(file)' cannot be written", wayOut: "name a file in a folder of yours",
        status: .usage)
    }
    console.tell("'\(file)': \(template.summary).", .faint)
    session.onward.suggest("try \(file)")
    return .done
  }
}
