/// A line whose parts know what they are.
public struct TextLine: Sendable, Hashable {
  /// Never two beside each other that differ in nothing, and none of them empty.
  public private(set) var spans: [TextSpan] = []

  public init(_ spans: [TextSpan] = []) { for span in spans { append(span) } }

  public init(_ text: String, _ role: TextRole = .plain) { append(text, role) }

  public static let blank = TextLine()

  /// The words alone.
  public var text: String { spans.map(\.text).joined() }

  /// How many cells it takes in a terminal.
  public var width: Int { DisplayWidth.of(text) }

  public var isEmpty: Bool { spans.isEmpty }

  // MARK: Putting together

  public mutating func append(_ span: TextSpan) {
    guard !span.text.isEmpty else { return }
    if let last = spans.last, last.role == span.role, last.target == span.target {
      spans[spans.count - 1].text += span.text
    } else {
      spans.append(span)
    }
  }

  public mutating func append(_ text: String, _ role: TextRole = .plain) {
    append(TextSpan(text, role))
  }

  public static func + (left: TextLine, right: TextLine) -> TextLine {
    var sum = left
    sum += right
    return sum
  }

  public static func += (left: inout TextLine, right: TextLine) {
    for span in right.spans { left.append(span) }
  }

  /// The same text with its roles changed.
  public func mapRoles(_ change: (TextRole) -> TextRole) -> TextLine {
    TextLine(spans.map { TextSpan($0.text, change($0.role), target: $0.target) })
  }

  // MARK: Placing

  /// Filled with spaces up to a width; longer text stays as it is.
  public func padded(to width: Int) -> TextLine { self + .spaces(width - self.width) }

  /// Moved to the right.
  public func indented(by width: Int) -> TextLine { .spaces(width) + self }

  static func spaces(_ count: Int) -> TextLine {
    TextLine(String(repeating: " ", count: max(0, count)))
  }

  /// Without spaces at its end.
  public var trimmed: TextLine {
    var spans = spans
    while let last = spans.last {
      let text = String(last.text.reversed().drop { $0 == " " }.reversed())
      if !text.isEmpty {
        spans[spans.count - 1].text = text
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

extension Sequence where Element == TextLine {
  /// All of them with something between.
  public func joined(separator: TextLine = .blank) -> TextLine {
    var result = TextLine()
    for (index, element) in enumerated() {
      if index > 0 { result += separator }
      result += element
    }
    return result
  }
}

extension [TextLine] {
  /// These lines, and at their right others from a column on.
  public func beside(_ others: [TextLine], from column: Int) -> [TextLine] {
    (0..<Swift.max(count, others.count)).map { index in
      let line = index < count ? self[index] : .blank
      return index < others.count ? (line.padded(to: column) + others[index]).trimmed : line
    }
  }
}
