/// Swift text in which comments and the contents of strings are blanked, byte for byte, so that
/// what looks like a declaration is one, and places stay where they are.
struct CodeMask {
  private(set) var bytes: [UInt8]
  private var place = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
    while place < bytes.count { skipOne(isInterpolation: false) }
  }

  /// Passes one byte of code, or a whole comment or string.
  private mutating func skipOne(isInterpolation: Bool) {
    switch bytes[place] {
    case UInt8(ascii: "/") where next(is: "/"): skipLine()
    case UInt8(ascii: "/") where next(is: "*"): skipComment()
    case UInt8(ascii: "\""), UInt8(ascii: "#"):
      if let pounds = poundsBeforeQuote { skipString(pounds: pounds) } else { advance() }
    default: advance()
    }
    func advance() {
      if isInterpolation { blank() } else { place += 1 }
    }
  }

  /// How many `#` stand before the quote of a string that starts here; nil if none does.
  private var poundsBeforeQuote: Int? {
    let pounds = bytes[place...].prefix { $0 == UInt8(ascii: "#") }.count
    return byte(pounds) == UInt8(ascii: "\"") ? pounds : nil
  }

  private func byte(_ offset: Int) -> UInt8? {
    place + offset < bytes.count ? bytes[place + offset] : nil
  }

  private func next(is character: Unicode.Scalar) -> Bool { byte(1) == UInt8(ascii: character) }

  private func starts(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

  /// Blanks a byte, but keeps the ends of lines.
  private mutating func blank(_ count: Int = 1) {
    for _ in 0..<count where place < bytes.count {
      if bytes[place] != UInt8(ascii: "\n") { bytes[place] = UInt8(ascii: " ") }
      place += 1
    }
  }

  private mutating func skipLine() {
    while place < bytes.count, bytes[place] != UInt8(ascii: "\n") { blank() }
  }

  /// Comments nest.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        blank(2)
      } else if starts("*/") {
        depth -= 1
        blank(2)
      } else {
        blank()
      }
    } while depth > 0 && place < bytes.count
  }

  private mutating func skipString(pounds: Int) {
    let fence = String(repeating: "#", count: pounds)
    blank(pounds)
    let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
    let (end, escape) = (quotes + fence, "\\" + fence)
    blank(quotes.utf8.count)
    while place < bytes.count, !starts(end) {
      if starts(escape + "(") {
        blank(escape.utf8.count + 1)
        skipInterpolation()
      } else if starts(escape) {
        blank(escape.utf8.count + 1)
      } else {
        blank()
      }
    }
    blank(end.utf8.count)
  }

  private mutating func skipInterpolation() {
    var depth = 1
    while place < bytes.count, depth > 0 {
      if bytes[place] == UInt8(ascii: "(") { depth += 1 }
      if bytes[place] == UInt8(ascii: ")") { depth -= 1 }
      skipOne(isInterpolation: true)
    }
  }
}
