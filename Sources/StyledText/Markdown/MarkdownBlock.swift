/// A piece of a Markdown text.
public indirect enum MarkdownBlock: Sendable, Equatable {
  case heading(level: Int, TextLine)
  case paragraph(TextLine)
  case code(language: String, lines: [String])
  /// `start` is the number of the first item, nil where items have bullets.
  case list(start: Int?, items: [[MarkdownBlock]])
  case quote([MarkdownBlock])
  case table(TextTable)
  case rule
}
