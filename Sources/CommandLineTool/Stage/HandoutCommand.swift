internal import Pages
internal import WorkbookKit

/// One sheet about a chapter.
struct HandoutCommand: Command {
  var chapter: String
  var file: String

  static let syntax = Syntax(
    name: "handout", operands: [.required(.chapter)],
    flags: [.init(name: "--html", value: "FILE", summary: "where to write it")],
    summary: "one sheet about a chapter, to print",
    examples: ["handout deadlocks --html deadlocks.html"],
    make: { (arguments) throws(UsageError) in
      guard let file = arguments.flags["--html"] else {
        throw .missingOperand("--html FILE", command: "handout")
      }
      return Self(chapter: arguments[0] ?? "", file: file)
    })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let symptoms = HelpPage.chart.facts.map { (sign: $0.term, meaning: $0.meaning) }
    let sheet = Handout(try session.catalogue.chapter(named: chapter), symptoms: symptoms)
    try session.dialogue.write(sheet.html(), to: file, command: "handout", options)
    session.console.tell("Written: \(file)")
    return .done
  }
}
