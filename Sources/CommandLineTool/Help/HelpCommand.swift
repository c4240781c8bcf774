internal import WorkbookKit

extension Session {
  /// The commands, or what there is to say about one thing.
  func help(_ topic: String?) throws -> ExitStatus {
    guard let topic else {
      console.show(HelpPage.overview(width: console.width))
      return .done
    }
    if let page = HelpPage.topics.first(where: { $0.name.lowercased() == topic.lowercased() }) {
      console.show(page.lines(width: console.width))
    } else if let term = catalogue.term(topic) {
      console.show(TextLine(term.word, .heading))
      console.tell(term.meaning)
    } else if let outcome = Outcome.builtIn.first(where: { $0.name == topic }) {
      console.show(TextLine(outcome.name, .heading))
      console.tell(outcome.sentence)
    } else {
      console.show(HelpPage.lines(for: try command(topic), width: console.width))
    }
    return .done
  }

  private func command(_ word: String) throws(UsageError) -> CommandSyntax<Command> {
    do {
      return try CommandTable.parser.syntax(named: word)
    } catch .unknownCommand {
      let names =
        CommandTable.all.map(\.name) + HelpPage.topics.map(\.name)
        + catalogue.chapters.flatMap(\.glossary).map(\.word)
      throw .unknown(.topic, word, suggestion: Nearest.name(to: word, among: names))
    }
  }

  func version() -> ExitStatus {
    console.show(TextLine("workbook \(Version.number)"))
    return .done
  }
}

enum Version {
  static let number = "1.0"
}
