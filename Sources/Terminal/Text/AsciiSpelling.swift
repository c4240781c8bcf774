/// Text for terminals that show ASCII only. Signs with a customary spelling get it, all others
/// become question marks, one for each cell so that columns stay aligned.
public enum AsciiSpelling {
  public static func of(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.map { character in
      if character.isASCII { return String(character) }
      if let spelling = spellings[character] { return spelling }
      return String(repeating: "?", count: DisplayWidth.of(character))
    }.joined()
  }

  private static let spellings: [Character: String] = [
    "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
    "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{2010}": "-", "\u{2011}": "-",
    "…": "~", "→": ">", "←": "<", "↑": "^", "↓": "v", "⇒": ">", "↔": "-",
    "•": "*", "·": ".", "×": "x", "✓": "+", "✔": "+", "✗": "x", "✘": "x",
    "≤": "<", "≥": ">", "≠": "#", "\u{A0}": " ",
    "─": "-", "━": "-", "│": "|", "┃": "|", "┼": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+",
    "●": "*", "○": "o", "◆": "*", "◇": "o", "▶": ">", "◀": "<", "▼": "v", "▲": "^",
    "█": "#", "░": ".",
  ]
}
