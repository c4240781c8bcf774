internal import Foundation
internal import Synchronization

/// The text operators of predicates. SQLite calls the same code through `SQLFunctions`.
enum TextMatching {
  typealias Options = NSComparisonPredicate.Options

  /// The text with the differences removed that the options ignore.
  static func folded(_ text: String, _ options: Options) -> String {
    let ignored = options.intersection([.caseInsensitive, .diacriticInsensitive])
    if ignored.isEmpty { return text }
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      return ignored.contains(.caseInsensitive) ? text.lowercased() : text
    }
    var folding: String.CompareOptions = []
    if ignored.contains(.caseInsensitive) { folding.insert(.caseInsensitive) }
    if ignored.contains(.diacriticInsensitive) { folding.insert(.diacriticInsensitive) }
    return text.folding(options: folding, locale: nil)
  }

  /// Whether `text` stands in the relation to `other` that the operator names.
  static func holds(
    _ kind: NSComparisonPredicate.Operator, _ text: String, _ other: String, _ options: Options
  ) -> Bool {
    if kind == .matches { return matches(text, other, options) }
    let text = folded(text, options)
    let other = folded(other, options)
    return switch kind {
    case .beginsWith: text.utf8.starts(with: other.utf8)
    case .endsWith: text.utf8.reversed().starts(with: other.utf8.reversed())
    case .contains: contains(text, other)
    case .in: contains(other, text)
    case .like: TextPattern.wildcard(other).matches(text)
    default: false
    }
  }

  private static func contains(_ text: String, _ part: String) -> Bool {
    part.isEmpty || Array(text.utf8).firstRange(of: Array(part.utf8)) != nil
  }

  private static func matches(_ text: String, _ pattern: String, _ options: Options) -> Bool {
    guard let expression = RegularExpressions.shared.compiled(pattern, options) else {
      return false
    }
    let ignoringMarks = options.intersection(.diacriticInsensitive)
    let text = folded(text, ignoringMarks)
    let range = NSRange(text.startIndex..., in: text)
    return expression.firstMatch(in: text, options: [], range: range) != nil
  }
}

/// Regular expressions compiled once each, as far as they are in use.
final class RegularExpressions: Sendable {
  static let shared = RegularExpressions()
  private static let limit = 100
  private let known = Mutex<[Key: NSRegularExpression]>([:])

  private struct Key: Hashable {
    let pattern: String
    let options: NSComparisonPredicate.Options
  }

  /// nil for a pattern that is no regular expression.
  func compiled(
    _ pattern: String, _ options: NSComparisonPredicate.Options
  ) -> NSRegularExpression? {
    let key = Key(pattern: pattern, options: options)
    return known.withLock { known in
      if let expression = known[key] { return expression }
      let expression = try? Self.compile(pattern, options)
      if known.count >= Self.limit { known.removeAll() }
      known[key] = expression
      return expression
    }
  }

  /// The whole text has to match, as Apple has it.
  static func compile(
    _ pattern: String, _ options: NSComparisonPredicate.Options
  ) throws -> NSRegularExpression {
    // On its own, so that a stray parenthesis cannot pair up with the ones added below.
    if !pattern.isEmpty { _ = try NSRegularExpression(pattern: pattern) }
    let ignoringMarks = options.intersection(.diacriticInsensitive)
    let folded = TextMatching.folded(pattern, ignoringMarks)
    return try NSRegularExpression(
      pattern: "\\A(?:" + folded + ")\\z",
      options: options.contains(.caseInsensitive) ? .caseInsensitive : [])
  }
}

/// A `LIKE` pattern: `?` is one scalar, `*` any number, a backslash takes their meaning away.
struct TextPattern {
  private enum Element: Equatable {
    case one
    case many
    case scalar(Unicode.Scalar)
  }
  private let elements: [Element]

  static func wildcard(_ pattern: String) -> TextPattern {
    var elements: [Element] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
      switch (isEscaped, scalar) {
      case (false, "\\"):
        isEscaped = true
        continue
      case (false, "?"): elements.append(.one)
      case (false, "*"): if elements.last != .many { elements.append(.many) }
      default: elements.append(.scalar(scalar))
      }
      isEscaped = false
    }
    if isEscaped { elements.append(.scalar("\\")) }
    return TextPattern(elements: elements)
  }

  /// Goes back to the last `*` only, so it takes at most length times length steps.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var (position, element) = (0, 0)
    var retry: (element: Int, position: Int)?
    while position < scalars.count {
      if element < elements.count, elements[element] == .many {
        retry = (element, position)
        element += 1
      } else if element < elements.count, accepts(elements[element], scalars[position]) {
        position += 1
        element += 1
      } else if let last = retry {
        retry = (last.element, last.position + 1)
        (position, element) = (last.position + 1, last.element + 1)
      } else {
        return false
      }
    }
    return elements[element...].allSatisfy { $0 == .many }
  }

  private func accepts(_ element: Element, _ scalar: Unicode.Scalar) -> Bool {
    element == .one || element == .scalar(scalar)
  }
}
