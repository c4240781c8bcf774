/// Gives the words of Swift source their roles. It is a lexer for reading, not for compiling:
/// whatever it does not know stays plain.
public enum SwiftHighlighter {
  /// Lines of source; comments and strings may span several of them.
  public static func lines(_ lines: [String]) -> [TextLine] {
    var lexer = SwiftLexer()
    return lines.map { lexer.styled($0.replacing("\t", with: "    ")) }
  }
}

struct SwiftLexer {
  /// What goes on across a line's end.
  private enum Open: Equatable {
    case nothing
    case comment(depth: Int)
    case string(closing: String)
  }

  private var open = Open.nothing
  private var rest = Substring()
  private var result = TextLine()

  mutating func styled(_ line: String) -> TextLine {
    rest = Substring(line)
    result = TextLine()
    while !rest.isEmpty {
      switch open {
      case .nothing: takeToken()
      case .comment(let depth): takeComment(depth)
      case .string(let closing): takeString(until: closing)
      }
    }
    // Only a string with three quotes goes on in the next line.
    if case .string(let closing) = open, !closing.hasPrefix("\"\"\"") { open = .nothing }
    return result
  }

  private mutating func takeToken() {
    if rest.hasPrefix("//") {
      take(rest.count, .comment)
    } else if rest.hasPrefix("/*") {
      take(2, .comment)
      open = .comment(depth: 1)
    } else if let opening = stringOpening {
      take(opening.count, .string)
      open = .string(closing: String(opening.reversed()))
    } else {
      takeWord()
    }
  }

  private mutating func takeWord() {
    let first = rest[rest.startIndex]
    if first == "@" || first == "#" {
      take(1 + length(of: rest.dropFirst(), while: isWordCharacter), .attribute)
    } else if first == "`" {
      let name = rest.dropFirst().prefix { $0 != "`" }
      take(min(rest.count, name.count + 2), .plain)
    } else if first.isASCII, first.isNumber {
      take(numberLength, .number)
    } else if isWordCharacter(first) {
      let word = rest.prefix(while: isWordCharacter)
      let role: TextRole =
        Self.keywords.contains(String(word)) && !isMember
        ? .keyword : first.isUppercase ? .type : .plain
      take(word.count, role)
    } else {
      take(1, .plain)
    }
  }

  // MARK: Strings and comments

  private var stringOpening: String? {
    let hashes = length(of: rest) { $0 == "#" }
    let quotes = length(of: rest.dropFirst(hashes)) { $0 == "\"" }
    guard quotes > 0 else { return nil }
    return String(repeating: "#", count: hashes) + (quotes >= 3 ? "\"\"\"" : "\"")
  }

  private mutating func takeString(until closing: String) {
    let isRaw = closing.hasSuffix("#")
    if rest.hasPrefix(closing) {
      take(closing.count, .string)
      open = .nothing
    } else if rest.hasPrefix("\\"), !isRaw {
      take(min(2, rest.count), .string)
    } else {
      take(1, .string)
    }
  }

  private mutating func takeComment(_ depth: Int) {
    if rest.hasPrefix("*/") {
      take(2, .comment)
      open = depth == 1 ? .nothing : .comment(depth: depth - 1)
    } else if rest.hasPrefix("/*") {
      take(2, .comment)
      open = .comment(depth: depth + 1)
    } else {
      take(1, .comment)
    }
  }

  // MARK: Parts

  private mutating func take(_ count: Int, _ role: TextRole) {
    result.append(String(rest.prefix(count)), role)
    rest = rest.dropFirst(count)
  }

  /// `queue.default` and `.init` are names, whatever the word.
  private var isMember: Bool { result.text.last == "." && !result.text.hasSuffix("..") }

  private var numberLength: Int {
    let digits = length(of: rest) { isWordCharacter($0) }
    let behind = rest.dropFirst(digits)
    guard behind.first == ".", behind.dropFirst().first?.isNumber == true else { return digits }
    return digits + 1 + length(of: behind.dropFirst(), while: isWordCharacter)
  }

  private func length(of text: Substring, while isIncluded: (Character) -> Bool) -> Int {
    text.prefix(while: isIncluded).count
  }

  private func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }

  private static let keywords: Set<String> = [
    "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case",
    "catch", "class", "consuming", "continue", "convenience", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "final", "for", "func",
    "get", "guard", "if", "import", "in", "init", "inout", "internal", "is", "isolated", "lazy",
    "let", "mutating", "nil", "nonisolated", "nonmutating", "open", "operator", "override",
    "package", "private", "protocol", "public", "repeat", "required", "rethrows", "return",
    "self", "Self", "sending", "set", "some", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while",
  ]
}
