/// Emphasis, code and links inside a line.
struct InlineParser {
  private let characters: [Character]
  private var index = 0
  private var result = TextLine()
  private var plain = ""
  private let role: TextRole

  static func parse(_ text: String) -> TextLine {
    parse(Array(text), .plain)
  }

  private static func parse(_ characters: [Character], _ role: TextRole) -> TextLine {
    var parser = InlineParser(characters: characters, role)
    while parser.index < characters.count { parser.step() }
    parser.flush()
    return parser.result
  }

  private init(characters: [Character], _ role: TextRole) {
    self.characters = characters
    self.role = role
  }

  private mutating func step() {
    let character = characters[index]
    switch character {
    case "\\" where index + 1 < characters.count && Self.isPunctuation(characters[index + 1]):
      plain.append(characters[index + 1])
      index += 2
    case "`" where takeCode(): break
    case "*" where takeEmphasis("*"): break
    case "_" where !isBehindWord && takeEmphasis("_"): break
    case "[" where takeLink(): break
    case "<" where takeAddress(): break
    default:
      plain.append(character)
      index += 1
    }
  }

  private mutating func flush() {
    result.append(plain, role)
    plain = ""
  }

  private mutating func take(_ styled: TextLine, upTo end: Int) {
    flush()
    result += styled
    index = end
  }

  // MARK: The kinds

  private mutating func takeCode() -> Bool {
    let length = characters[index...].prefix { $0 == "`" }.count
    let start = index + length
    var end = start
    while end < characters.count {
      let run = characters[end...].prefix { $0 == "`" }.count
      if run == length {
        var code = String(characters[start..<end])
        let hasBlanks = code.hasPrefix(" ") && code.hasSuffix(" ")
        if hasBlanks, !code.trimmingSpaces.isEmpty { code = String(code.dropFirst().dropLast()) }
        take(TextLine(code, .code), upTo: end + length)
        return true
      }
      end += max(1, run)
    }
    return false
  }

  private mutating func takeEmphasis(_ mark: Character) -> Bool {
    let run = characters[index...].prefix { $0 == mark }.count
    let length = min(run, 2)
    let start = index + length
    guard start < characters.count, !characters[start].isWhitespace,
      let end = closing(mark, length: length, from: start)
    else { return false }
    let inner: TextRole = length == 2 ? .strong : .emphasis
    // Strong wins inside emphasis, and a heading stays a heading.
    let role = role == .strong ? .strong : inner
    take(Self.parse(Array(characters[start..<end]), role), upTo: end + length)
    return true
  }

  /// The place of the closing marks: behind a word, not before one for `_`, outside of code.
  private func closing(_ mark: Character, length: Int, from start: Int) -> Int? {
    var place = start
    var isCode = false
    while place < characters.count {
      let character = characters[place]
      if character == "\\" {
        place += 2
        continue
      }
      if character == "`" { isCode.toggle() }
      if character == mark, !isCode {
        let run = characters[place...].prefix { $0 == mark }.count
        let next = place + run < characters.count ? characters[place + run] : " "
        let splitsWord = mark == "_" && (next.isLetter || next.isNumber)
        let isClosing = !characters[place - 1].isWhitespace && !splitsWord
        // The innermost marks of a longer run belong to what was opened last.
        if isClosing, run == length || run > 2 { return place + run - length }
        place += run
      } else {
        place += 1
      }
    }
    return nil
  }

  private mutating func takeLink() -> Bool {
    guard let close = matching("[", "]", from: index), close + 1 < characters.count,
      characters[close + 1] == "(", let end = matching("(", ")", from: close + 1)
    else { return false }
    let words = Self.parse(Array(characters[index + 1..<close]), .link)
    let inside = String(characters[close + 2..<end]).trimmingSpaces
    let target = inside.split(separator: " ").first.map(String.init) ?? ""
    take(
      TextLine(words.spans.map { TextSpan($0.text, .link, target: target) }), upTo: end + 1)
    return true
  }

  private mutating func takeAddress() -> Bool {
    guard let end = characters[index...].firstIndex(of: ">") else { return false }
    let address = String(characters[index + 1..<end])
    let isAddress = address.hasPrefix("https://") || address.hasPrefix("http://")
    guard isAddress, !address.contains(where: \.isWhitespace) else { return false }
    take(TextLine([TextSpan(address, .link, target: address)]), upTo: end + 1)
    return true
  }

  private func matching(_ open: Character, _ close: Character, from start: Int) -> Int? {
    var depth = 0
    for place in start..<characters.count {
      if characters[place] == open { depth += 1 }
      if characters[place] == close { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }

  private var isBehindWord: Bool {
    index > 0 && (characters[index - 1].isLetter || characters[index - 1].isNumber)
  }

  private static func isPunctuation(_ character: Character) -> Bool {
    character.isASCII && !character.isLetter && !character.isNumber && !character.isWhitespace
  }
}
