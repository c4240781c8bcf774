/// Text for terminals that may show ASCII only. Signs with a customary spelling of one cell get
/// it. Letters stay: a reader's own text must not turn into question marks.
public enum AsciiSpelling {
  public static func of(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return text.map { $0.isASCII ? String($0) : spellings[$0] ?? String($0) }.joined()
  }

  private static let spellings: [Character: String] = [
    "\u{2018}": "'", "\u{2019}": "'", "\u{201C}": "\"", "\u{201D}": "\"",
    "\u{2013}": "-", "\u{2014}": "-", "\u{2212}": "-", "\u{2010}": "-", "\u{2011}": "-",
    "…": "~", "→": ">", "←": "<", "↑": "^", "↓": "v", "⇒": ">", "↔": "-",
    "•": "*", "·": ".", "×": "x", "✓": "+", "✔": "+", "✗": "x", "✘": "x",
    "≤": "<", "≥": ">", "≠": "#", "\u{A0}": " ",
    "─": "-", "━": "-", "│": "|", "┃": "|", "┼": "+", "├": "+", "┤": "+", "┬": "+", "┴": "+",
    "┌": "+", "┐": "+", "└": "+", "┘": "+", "╭": "+", "╮": "+", "╰": "+", "╯": "+",
    "┆": ":", "╌": "-",
    "●": "*", "○": "o", "◆": "*", "◇": "o", "▶": ">", "◀": "<", "▼": "v", "▲": "^",
    "█": "#", "░": ".", "Ⓓ": "D", "Ⓞ": "O", "Ⓔ": "E",
  ]
}
