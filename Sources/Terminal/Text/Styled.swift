/// A run of text with one role.
public struct Span: Sendable, Hashable {
  public var text: String
  public var role: Role
  /// Where a link leads.
  public var target: String?

  public init(_ text: String, role: Role = .plain, target: String? = nil) {
    self.text = text
    self.role = role
    self.target = target
  }
}

/// Text that knows what its parts are.
public struct Styled: Sendable, Hashable {
  public private(set) var spans: [Span]

  public init(spans: [Span] = []) {
    self.spans = []
    for span in spans { append(span) }
  }

  public init(_ text: String, role: Role = .plain) {
    self.init(spans: [Span(text, role: role)])
  }

  /// The words alone.
  public var text: String { spans.map(\.text).joined() }

  /// How many cells it takes on a line.
  public var width: Int { DisplayWidth.of(text) }

  public var isEmpty: Bool { spans.isEmpty }

  public mutating func append(_ span: Span) {
    guard !span.text.isEmpty else { return }
    if let last = spans.last, last.role == span.role, last.target == span.target {
      spans[spans.count - 1].text += span.text
    } else {
      spans.append(span)
    }
  }

  public mutating func append(_ text: String, role: Role = .plain) {
    append(Span(text, role: role))
  }

  public static func + (left: Styled, right: Styled) -> Styled {
    var sum = left
    for span in right.spans { sum.append(span) }
    return sum
  }

  public static func += (left: inout Styled, right: Styled) {
    left = left + right
  }

  /// The same text with its roles changed.
  public func mapRoles(_ change: (Role) -> Role) -> Styled {
    Styled(spans: spans.map { Span($0.text, role: change($0.role), target: $0.target) })
  }

  /// Filled with spaces up to a width; longer text stays as it is.
  public func padded(to width: Int) -> Styled {
    self + Styled(String(repeating: " ", count: max(0, width - self.width)))
  }
}

extension Styled: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension Sequence where Element == Styled {
  /// All of them with something between.
  public func joined(separator: Styled = "") -> Styled {
    var result = Styled()
    for (index, element) in enumerated() {
      if index > 0 { result += separator }
      result += element
    }
    return result
  }
}
