internal import WorkbookKit

/// What `help` shows.
struct HelpPage {
  let name: String
  let title: String
  let paragraphs: [String]
  var facts: [(term: String, meaning: String)] = []

  func lines(width: Int) -> [TextLine] {
    var lines = [TextLine(title, .heading)]
    for paragraph in paragraphs { lines += TextLine.paragraph(paragraph, width: width) }
    return lines + Self.list(facts, width: width)
  }

  /// Terms with their meaning beside them, or beneath where that is too narrow.
  static func list(_ facts: [(term: String, meaning: String)], width: Int) -> [TextLine] {
    let indent = (facts.map(\.term.cells).max() ?? 0) + 4
    let isBeside = width - indent >= 30
    return facts.flatMap { fact -> [TextLine] in
      let term = TextLine("  ") + TextLine(fact.term, .code)
      let meaning = TextLine.paragraph(
        fact.meaning, indent: isBeside ? indent : 6, width: max(width, 20))
      guard isBeside, let first = meaning.first else { return [term] + meaning }
      let beside = term.padded(to: indent) + TextLine(String(first.text.dropFirst(indent)))
      return [beside] + meaning.dropFirst()
    }
  }

  /// All commands, one line each.
  static func overview(width: Int) -> [TextLine] {
    let commands = CommandTable.all.map { (term: $0.name, meaning: $0.summary) }
    let topics = topics.map(\.name).joined(separator: ", ")
    return [TextLine("Commands", .heading)] + list(commands, width: width)
      + TextLine.paragraph(
        "The beginning of a name is enough where it is clear. More: help NAME; help with "
          + "\(topics), or any term of the lessons.", .faint, width: width)
  }

  /// Everything about one command.
  static func lines(for syntax: CommandSyntax<any Command>, width: Int) -> [TextLine] {
    var lines = [TextLine(syntax.synopsis, .heading)]
    lines += TextLine.paragraph(syntax.summary, width: width)
    if !syntax.details.isEmpty { lines += TextLine.paragraph(syntax.details, width: width) }
    lines += list(
      syntax.flags.map { (term: $0.name + ($0.value.map { " \($0)" } ?? ""), meaning: $0.summary) },
      width: width)
    if !syntax.aliases.isEmpty {
      lines.append(TextLine("Also: \(syntax.aliases.joined(separator: ", "))", .faint))
    }
    lines.append(TextLine("For example:", .faint))
    return lines + syntax.examples.map { TextLine("  ") + TextLine($0, .code) }
  }
}
