internal import Foundation

extension PredicateParser {
  private typealias Operator = NSComparisonPredicate.Operator

  mutating func comparison() throws(PredicateFormatError) -> Node {
    let start = position
    if take(.any, .some) { return try quantified(.any, from: start) }
    if take(.all) { return try quantified(.all, from: start) }
    if take(.none) {
      guard case .predicate(let any) = try quantified(.any, from: start) else {
        throw unexpected("a comparison")
      }
      return .predicate(ParsedCompoundPredicate(type: .not, subpredicates: [any]))
    }
    let left = try value()
    guard startsOperator else { return left }
    return .predicate(try comparison(of: try expression(left, at: start), .direct))
  }

  private mutating func quantified(
    _ modifier: NSComparisonPredicate.Modifier, from start: Int
  ) throws(PredicateFormatError) -> Node {
    let left = try expression(try value(), at: start)
    guard startsOperator else { throw unexpected("a comparison such as == or IN") }
    return .predicate(try comparison(of: left, modifier))
  }

  private static let signs: [String: NSComparisonPredicate.Operator] = [
    "=": .equalTo, "==": .equalTo, "!=": .notEqualTo, "<>": .notEqualTo, "<": .lessThan,
    "<=": .lessThanOrEqualTo, "=<": .lessThanOrEqualTo, ">": .greaterThan,
    ">=": .greaterThanOrEqualTo, "=>": .greaterThanOrEqualTo,
  ]

  private static let words: [PredicateWord: NSComparisonPredicate.Operator] = [
    .in: .in, .between: .between, .contains: .contains, .beginsWith: .beginsWith,
    .endsWith: .endsWith, .like: .like, .matches: .matches,
  ]

  private var operatorHere: NSComparisonPredicate.Operator? {
    if case .sign(let sign) = current.kind { return Self.signs[sign] }
    return word.flatMap { Self.words[$0] }
  }

  private var startsOperator: Bool { operatorHere != nil }

  private mutating func comparison(
    of left: NSExpression, _ modifier: NSComparisonPredicate.Modifier
  ) throws(PredicateFormatError) -> NSPredicate {
    guard let kind = operatorHere else { throw unexpected("a comparison such as == or IN") }
    advance()
    let options = try options()
    let start = position
    let right = try expression(try value(), at: start)
    try check(right, for: kind, options, at: start)
    return NSComparisonPredicate(
      leftExpression: left, rightExpression: right, modifier: modifier, type: kind,
      options: options)
  }

  /// `[c]`, `[d]`, `[cd]`, `[n]` right behind the operator.
  private mutating func options() throws(PredicateFormatError) -> NSComparisonPredicate.Options {
    guard take("[") else { return [] }
    guard case .name(let letters, _) = current.kind else { throw unexpected("c, d, cd or n") }
    var options: NSComparisonPredicate.Options = []
    for letter in letters.lowercased() {
      switch letter {
      case "c": options.insert(.caseInsensitive)
      case "d": options.insert(.diacriticInsensitive)
      case "n": options.insert(.normalized)
      default: throw error(.unknownOption("[\(letters)]"))
      }
    }
    advance()
    try expect("]")
    return options
  }

  /// Finds at once what could only fail later: a bad pattern, bounds that are no pair.
  private func check(
    _ right: NSExpression, for kind: NSComparisonPredicate.Operator,
    _ options: NSComparisonPredicate.Options, at start: Int
  ) throws(PredicateFormatError) {
    switch (kind, right.tree) {
    case (.matches, .constant(let constant)) where isStrict:
      guard let pattern = constant.operand.text else { return }
      guard (try? RegularExpressions.compile(pattern, options)) != nil else {
        throw error(.badRegularExpression(pattern), at: start)
      }
    case (.between, .constant(let constant)) where constant.operand.members?.count != 2:
      throw error(.boundsExpected, at: start)
    case (.between, .aggregate(let members)) where members.count != 2:
      throw error(.boundsExpected, at: start)
    default: return
    }
  }
}
