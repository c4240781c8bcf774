internal import WorkbookKit

/// The commands, or what there is to say about one thing.
struct HelpCommand: Command {
  var topic: String?

  static let syntax = Syntax(
    name: "help", aliases: ["?"],
    operands: [Syntax.Operand(kind: .topic, isRequired: false, isRepeated: true)],
    summary: "the commands, or a topic: a command, flags, codes, status, json, a term",
    examples: ["help", "help explore", "help row cache"],
    make: { Self(topic: $0.operands.isEmpty ? nil : $0.operands.joined(separator: " ")) })

  func perform(in session: Session, _ options: CommonOptions) throws -> ExitStatus {
    let console = session.console
    guard let topic else {
      console.show(HelpPage.overview(width: console.width))
      return .done
    }
    if let page = HelpPage.topics.first(where: { $0.name.lowercased() == topic.lowercased() }) {
      console.show(page.lines(width: console.width))
    } else if let term = session.catalogue.term(topic) {
      console.show(TextLine(term.word, .heading))
      console.tell(term.meaning)
    } else if let outcome = Outcome.builtIn.first(where: { $0.name == topic }) {
      console.show(TextLine(outcome.name, .heading))
      console.tell(outcome.sentence)
    } else {
      console.show(HelpPage.lines(for: try syntax(topic, session), width: console.width))
    }
    return .done
  }

  private func syntax(_ word: String, _ session: Session) throws(UsageError) -> Syntax {
    do {
      return try CommandTable.parser.syntax(named: word)
    } catch .unknownCommand {
      let names =
        CommandTable.all.map(\.name) + HelpPage.topics.map(\.name)
        + session.catalogue.chapters.flatMap(\.glossary).map(\.word)
      throw .unknown(.topic, word, suggestion: Nearest.name(to: word, among: names))
    }
  }
}
