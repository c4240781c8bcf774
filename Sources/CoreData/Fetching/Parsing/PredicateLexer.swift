internal import Foundation

/// Cuts a format string into tokens, by Unicode scalars: a mark that combines with a quote or an
/// escaped letter must not hide it.
struct PredicateLexer {
  private let format: String
  private let characters: [Unicode.Scalar]
  private var index = 0

  init(_ format: String) {
    self.format = format
    characters = Array(format.unicodeScalars)
  }

  static func tokens(of format: String) throws(PredicateFormatError) -> [PredicateToken] {
    var lexer = PredicateLexer(format)
    var tokens: [PredicateToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private func error(
    _ reason: PredicateFormatError.Reason, at position: Int
  ) -> PredicateFormatError {
    PredicateFormatError(format: format, position: position, reason: reason)
  }

  private func peek(_ offset: Int = 0) -> Unicode.Scalar? {
    index + offset < characters.count ? characters[index + offset] : nil
  }

  private mutating func next() throws(PredicateFormatError) -> PredicateToken {
    while let character = peek(), character.properties.isWhitespace { index += 1 }
    let start = index
    guard let character = peek() else { return PredicateToken(kind: .end, position: start) }
    return PredicateToken(kind: try kind(startingWith: character), position: start)
  }

  private mutating func kind(
    startingWith character: Unicode.Scalar
  ) throws(PredicateFormatError) -> PredicateToken.Kind {
    switch character {
    case "'", "\"": return .text(try quoted(by: character))
    case "%": return .placeholder(try placeholder())
    case "$":
      index += 1
      return .variable(try name(after: "$"))
    case "#":
      index += 1
      return .name(try name(after: "#"), isEscaped: true)
    case "@":
      index += 1
      return .name("@" + (try name(after: "@")), isEscaped: true)
    case _ where Self.isNameStart(character): return .name(word(), isEscaped: false)
    case _ where Self.isDigit(character): return try number()
    case "." where peek(1).map(Self.isDigit) == true && !followsOperand:
      return try number()
    default: return .sign(try sign())
    }
  }

  /// Whether a dot here goes on with a key path instead of starting a number such as `.5`.
  private var followsOperand: Bool {
    index > 0
      && (Self.isNamePart(characters[index - 1])
        || ")]\"'".unicodeScalars.contains(characters[index - 1]))
  }

  private static func isNameStart(_ character: Unicode.Scalar) -> Bool {
    character.properties.isXIDStart || character == "_"
  }

  private static func isNamePart(_ character: Unicode.Scalar) -> Bool {
    character.properties.isXIDContinue
  }

  private static func isDigit(_ character: Unicode.Scalar) -> Bool {
    ("0"..."9").contains(character)
  }

  private func text(_ range: Range<Int>) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: characters[range])
    return String(text)
  }

  private mutating func word() -> String {
    let start = index
    while let character = peek(), Self.isNamePart(character) { index += 1 }
    return text(start..<index)
  }

  private mutating func name(after sign: String) throws(PredicateFormatError) -> String {
    guard let character = peek(), Self.isNameStart(character) else {
      throw error(.expected("a name after \(sign)", found: found), at: index)
    }
    return word()
  }

  private var found: String { peek().map { "'\($0)'" } ?? "the end" }

  /// Longer signs first, so that `<=` is not read as `<`.
  private static let signs = [
    "**", "==", "!=", "<>", "<=", "=<", ">=", "=>", "<<", ">>", "&&", "||", "=", "<", ">", "!", "+",
    "-", "*", "/", "&", "|", "^", "~", "(", ")", "{", "}", "[", "]", ",", ".", ":",
  ]

  private mutating func sign() throws(PredicateFormatError) -> String {
    let two = text(index..<min(index + 2, characters.count))
    guard let sign = Self.signs.first(where: { two.hasPrefix($0) }) else {
      throw error(.strayCharacter(String(characters[index])), at: index)
    }
    index += sign.count
    return sign
  }
}

// MARK: Placeholders, numbers and texts

extension PredicateLexer {
  /// The letters after a percent sign: an optional length, then what is wanted.
  private mutating func placeholder() throws(PredicateFormatError) -> String {
    let start = index
    index += 1
    var letters = ""
    while let character = peek(), "lhqzt".unicodeScalars.contains(character) {
      letters.unicodeScalars.append(character)
      index += 1
    }
    guard let character = peek(), "@KdDiuUxXofgGeEs%".unicodeScalars.contains(character) else {
      let text = text(start..<min(index + 1, characters.count))
      throw error(.unknownPlaceholder(text), at: start)
    }
    index += 1
    return letters + String(character)
  }

  private mutating func number() throws(PredicateFormatError) -> PredicateToken.Kind {
    let start = index
    let radixes: [Unicode.Scalar: Int] = ["x": 16, "o": 8, "b": 2]
    if peek() == "0", let letter = peek(1), let radix = radixes[letter] {
      index += 2
      let digits = word()
      guard let value = Int64(digits, radix: radix) else {
        throw error(.badNumber("0\(letter)\(digits)"), at: start)
      }
      return .integer(value)
    }
    while let character = peek(), isPart(character, ofNumberFrom: start) { index += 1 }
    let text = text(start..<index)
    if let value = Int64(text) { return .integer(value) }
    guard let value = Double(text), value.isFinite else { throw error(.badNumber(text), at: start) }
    return .real(value)
  }

  private func isPart(_ character: Unicode.Scalar, ofNumberFrom start: Int) -> Bool {
    if character == "+" || character == "-" {
      return index > start && "eE".unicodeScalars.contains(characters[index - 1])
    }
    return character == "." || Self.isNamePart(character)
  }

  private mutating func quoted(by quote: Unicode.Scalar) throws(PredicateFormatError) -> String {
    let start = index
    index += 1
    var text = ""
    while let character = peek() {
      index += 1
      if character == quote { return text }
      text.unicodeScalars.append(
        contentsOf: character == "\\"
          ? try escaped().unicodeScalars : String(character).unicodeScalars)
    }
    throw error(.unclosedText, at: start)
  }

  private mutating func escaped() throws(PredicateFormatError) -> String {
    let start = index - 1
    guard let character = peek() else { throw error(.badEscape("\\"), at: start) }
    index += 1
    switch character {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "x": return try scalar(digits: 2, from: start)
    case "u": return try scalar(digits: 4, from: start)
    case "\\", "\"", "'", "`": return String(character)
    // A pattern's own backslashes, such as \d or \*, stay as they are.
    default: return "\\" + String(character)
    }
  }

  private mutating func scalar(
    digits count: Int, from start: Int
  ) throws(PredicateFormatError) -> String {
    let end = min(index + count, characters.count)
    let digits = text(index..<end)
    guard digits.count == count, let code = UInt32(digits, radix: 16),
      let scalar = Unicode.Scalar(code)
    else { throw error(.badEscape(text(start..<end)), at: start) }
    index = end
    return String(Character(scalar))
  }
}

/// One word, sign, literal or placeholder of a format string.
struct PredicateToken: Equatable {
  enum Kind: Equatable {
    /// A name of a property, function or keyword; `#name` is never a keyword.
    case name(String, isEscaped: Bool)
    /// `$name`.
    case variable(String)
    case text(String)
    case integer(Int64)
    case real(Double)
    /// `%@`, `%K`, `%d`…: what follows the percent sign.
    case placeholder(String)
    case sign(String)
    case end
  }

  let kind: Kind
  /// Where it begins, in Unicode scalars.
  let position: Int

  /// How a message names it.
  var words: String {
    switch kind {
    case .name(let name, _): "'\(name)'"
    case .variable(let name): "'$\(name)'"
    case .text(let text): "the text \"\(text)\""
    case .integer(let number): "the number \(number)"
    case .real(let number): "the number \(number)"
    case .placeholder(let letters): "'%\(letters)'"
    case .sign(let sign): "'\(sign)'"
    case .end: "the end"
    }
  }
}

/// The words with a meaning of their own, in any case of letters.
enum PredicateWord: String, CaseIterable {
  case and = "AND"
  case or = "OR"
  case not = "NOT"
  case any = "ANY"
  case some = "SOME"
  case all = "ALL"
  case none = "NONE"
  case `in` = "IN"
  case between = "BETWEEN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"
  case null = "NULL"
  case `nil` = "NIL"
  case `self` = "SELF"
  case `true` = "TRUE"
  case yes = "YES"
  case `false` = "FALSE"
  case no = "NO"
  case truePredicate = "TRUEPREDICATE"
  case falsePredicate = "FALSEPREDICATE"
  case subquery = "SUBQUERY"
  case ternary = "TERNARY"
  case cast = "CAST"
  case function = "FUNCTION"
  case union = "UNION"
  case intersect = "INTERSECT"
  case minus = "MINUS"
  case first = "FIRST"
  case last = "LAST"
  case size = "SIZE"

  /// Whether a property of that name has to be written `#name`.
  var isReserved: Bool { ![.first, .last, .size].contains(self) }

  init?(word: String) { self.init(rawValue: word.uppercased()) }
}
