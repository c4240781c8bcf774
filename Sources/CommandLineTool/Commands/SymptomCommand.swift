internal import Foundation
internal import WorkbookKit

/// What a pasted message, a file or standard input tells of.
struct SymptomCommand: Command {
  var words: [String]

  static let syntax = Syntax(
    name: "symptom", operands: [.several(.text)], flags: [.json],
    summary: "from a crash message, a log or a hang report to its causes",
    details: """
      TEXT is the message, a file, or '-' for standard input; it may be a whole report, and it \
      stays on this machine. Each cause comes with what tells it from the others, the rule, and \
      the program that shows it. Status 1: none of the symptoms that this book knows.
      """,
    examples: ["symptom \"could not fulfill a fault\"", "symptom 0x8badf00d --json"],
    make: { Self(words: $0.operands) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let page = SymptomPage(try evidence())
    session.console.show(page, options)
    if let first = page.circle?.scenario ?? page.symptoms.first?.causes.first?.scenario,
      !options.isJSON
    {
      session.onward.suggest("explore \(first)")
    }
    return page.isEmpty ? .notPassed : .done
  }

  /// `-` is standard input, a word that names a file is the file, everything else is the text.
  private func evidence() throws(CommandFailure) -> Data {
    guard words.count == 1, let word = words.first else {
      return Data(words.joined(separator: " ").utf8)
    }
    if word == "-" { return FileHandle.standardInput.readDataToEndOfFile() }
    guard TextFile.exists(word) else {
      guard word.contains("/"), !word.contains(" ") else { return Data(word.utf8) }
      throw CommandFailure(
        problem: "there is no file '\(word)'",
        wayOut: "name a report, or put the message in quotes", status: .usage)
    }
    guard let data = FileManager.default.contents(atPath: word) else {
      throw CommandFailure(
        problem: "'\(word)' cannot be read", wayOut: "name a file that you may read",
        status: .usage)
    }
    return data
  }
}
