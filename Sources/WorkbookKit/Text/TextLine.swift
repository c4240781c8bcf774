/// What a piece of text is. How that looks is decided by whoever shows it.
public enum TextRole: Sendable, Hashable {
  case plain
  case heading, strong, emphasis, code, link, faint
  case good, bad, warning
  /// One thread or queue of a picture, by its position.
  case lane(Int)
}

/// A run of text with one role.
public struct TextSpan: Sendable, Hashable {
  public var text: String
  public var role: TextRole

  public init(_ text: String, _ role: TextRole = .plain) {
    self.text = text
    self.role = role
  }
}

/// A line whose parts know what they are.
public struct TextLine: Sendable, Hashable {
  public var spans: [TextSpan]

  public init(_ spans: [TextSpan] = []) {
    self.spans = spans.filter { !$0.text.isEmpty }
  }

  public init(_ text: String, _ role: TextRole = .plain) {
    self.init([TextSpan(text, role)])
  }

  /// The words alone.
  public var text: String { spans.map(\.text).joined() }

  /// The characters it takes.
  public var count: Int { spans.reduce(0) { $0 + $1.text.count } }

  public static let blank = TextLine()

  public static func + (left: TextLine, right: TextLine) -> TextLine {
    TextLine(left.spans + right.spans)
  }

  /// Filled with spaces up to a width; longer text stays as it is.
  public func padded(to width: Int) -> TextLine {
    self + TextLine(String(repeating: " ", count: max(0, width - count)))
  }

  /// Moved to the right.
  public func indented(by width: Int) -> TextLine {
    TextLine(String(repeating: " ", count: width)) + self
  }

  /// Without spaces at its end.
  public var trimmed: TextLine {
    var spans = spans
    while let last = spans.last {
      let words = String(last.text.reversed().drop { $0 == " " }.reversed())
      if !words.isEmpty {
        spans[spans.count - 1].text = words
        break
      }
      spans.removeLast()
    }
    return TextLine(spans)
  }
}

extension TextLine: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self.init(value) }
}
