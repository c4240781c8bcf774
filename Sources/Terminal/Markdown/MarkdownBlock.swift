/// A piece of a Markdown text.
public indirect enum MarkdownBlock: Sendable, Equatable {
  case heading(level: Int, Styled)
  case paragraph(Styled)
  case code(language: String, lines: [String])
  /// `start` is the number of the first item, nil where items have bullets.
  case list(start: Int?, items: [[MarkdownBlock]])
  case quote([MarkdownBlock])
  case table(Table)
  case rule
}
