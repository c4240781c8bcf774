internal import Foundation
internal import Synchronization

/// The text operators of predicates. SQLite calls the same code through `SQLFunctions`.
enum TextMatching {
  typealias Options = NSComparisonPredicate.Options

  /// The text with the differences removed that the options ignore.
  static func folded(_ text: String, _ options: Options) -> String {
    TextFolding.of(options)?.folded(text) ?? text
  }

  /// Whether `text` stands in the relation to `other` that the operator names.
  static func holds(
    _ kind: NSComparisonPredicate.Operator, _ text: String, _ other: String, _ options: Options
  ) -> Bool {
    var text = text
    return text.withUTF8 { TextMatcher(kind, other, options).holds($0) }
  }
}

/// A text operator with its right side, which is folded or compiled once for many texts.
final class TextMatcher: Sendable {
  private let kind: NSComparisonPredicate.Operator
  private let folding: TextFolding?
  /// The right side, folded.
  private let other: [UInt8]
  private let pattern: TextPattern?
  private let expression: NSRegularExpression?

  init(
    _ kind: NSComparisonPredicate.Operator, _ other: String,
    _ options: NSComparisonPredicate.Options
  ) {
    self.kind = kind
    // A regular expression knows for itself what to do about case.
    folding = TextFolding.of(kind == .matches ? options.subtracting(.caseInsensitive) : options)
    let folded = folding?.folded(other) ?? other
    self.other = Array(folded.utf8)
    pattern = kind == .like ? TextPattern.wildcard(folded) : nil
    expression =
      kind == .matches ? RegularExpressions.shared.compiled(other, options) : nil
  }

  /// Whether the text on the left, as UTF-8, stands in the relation.
  func holds(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let folding else { return holdsFolded(text) }
    return folding.withFolded(text, holdsFolded)
  }

  private func holdsFolded(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    switch kind {
    case .beginsWith: return text.starts(with: other)
    case .endsWith:
      return text.count >= other.count && text.suffix(other.count).elementsEqual(other)
    case .contains: return other.withUnsafeBufferPointer { Self.contains(text, $0) }
    case .in: return other.withUnsafeBufferPointer { Self.contains($0, text) }
    case .like: return pattern?.matches(String(decoding: text, as: UTF8.self)) ?? false
    case .matches:
      guard let expression else { return false }
      let text = String(decoding: text, as: UTF8.self)
      let range = NSRange(text.startIndex..., in: text)
      return expression.firstMatch(in: text, options: [], range: range) != nil
    default: return false
    }
  }

  private static func contains(
    _ text: UnsafeBufferPointer<UInt8>, _ part: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = part.first, let wanted = part.baseAddress else { return true }
    guard var start = text.baseAddress else { return false }
    var possible = text.count - part.count + 1
    // The C library finds one byte faster than any loop here could.
    while possible > 0, let found = memchr(start, Int32(first), possible) {
      if memcmp(found, wanted, part.count) == 0 { return true }
      let next = found.assumingMemoryBound(to: UInt8.self) + 1
      possible -= next - UnsafeMutablePointer(mutating: start)
      start = UnsafePointer(next)
    }
    return false
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
