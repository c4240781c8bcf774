/// What a piece of text is. How that looks is decided where it is shown.
public enum TextRole: Sendable, Hashable {
  case plain
  case heading, strong, emphasis, code, link, faint
  case good, bad, warning
  /// One thread, queue or context of a picture, by its position.
  case lane(Int)
  /// The parts of program text.
  case keyword, string, comment, number, type, attribute
}

/// A run of text with one role.
public struct TextSpan: Sendable, Hashable {
  public var text: String
  public var role: TextRole
  /// Where a link leads.
  public var target: String?

  public init(_ text: String, _ role: TextRole = .plain, target: String? = nil) {
    self.text = text
    self.role = role
    self.target = target
  }
}
