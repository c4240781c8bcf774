internal import Foundation

/// Reads a format string by recursive descent.
///
/// Predicates and expressions share one ladder of rules, from OR down to a single operand, so that
/// an opening parenthesis needs no guess about which of the two it begins.
struct PredicateParser {
  /// What a rule found.
  enum Node {
    case predicate(NSPredicate)
    case expression(NSExpression)
  }

  let format: String
  private let tokens: [PredicateToken]
  private var index = 0
  private var depth = 0
  var arguments: PredicateArguments
  /// Whether arguments that no placeholder takes, and patterns that are none, are errors. A
  /// caller who cannot be told of errors gets them as Apple has them: passed over, and matching
  /// nothing.
  let isStrict: Bool

  static let depthLimit = 100

  init(
    _ format: String, _ arguments: [Any?], isStrict: Bool
  ) throws(PredicateFormatError) {
    self.format = format
    self.isStrict = isStrict
    tokens = try PredicateLexer.tokens(of: format)
    self.arguments = PredicateArguments(arguments)
  }

  static func predicate(
    _ format: String, _ arguments: [Any?], isStrict: Bool = true
  ) throws(PredicateFormatError) -> NSPredicate {
    var parser = try PredicateParser(format, arguments, isStrict: isStrict)
    let node = try parser.disjunction()
    let predicate = try parser.predicate(node, at: 0)
    try parser.finish()
    return predicate
  }

  static func expression(
    _ format: String, _ arguments: [Any?], isStrict: Bool = true
  ) throws(PredicateFormatError) -> NSExpression {
    var parser = try PredicateParser(format, arguments, isStrict: isStrict)
    let node = try parser.value()
    let expression = try parser.expression(node, at: 0)
    try parser.finish()
    return expression
  }

  private func finish() throws(PredicateFormatError) {
    guard current.kind == .end else { throw unexpected("the end or AND, OR") }
    guard arguments.used == arguments.count || !isStrict else {
      throw error(.unusedArguments(used: arguments.used, given: arguments.count))
    }
  }
}

// MARK: Tokens

extension PredicateParser {
  var current: PredicateToken { tokens[min(index, tokens.count - 1)] }
  var position: Int { current.position }

  func error(
    _ reason: PredicateFormatError.Reason, at position: Int? = nil
  ) -> PredicateFormatError {
    PredicateFormatError(
      format: format, position: position ?? self.position, reason: reason)
  }

  func unexpected(_ wanted: String) -> PredicateFormatError {
    current.kind == .end
      ? error(.unexpectedEnd(expected: wanted))
      : error(.expected(wanted, found: current.words))
  }

  mutating func advance() { index += 1 }

  mutating func take(_ sign: String) -> Bool {
    guard current.kind == .sign(sign) else { return false }
    index += 1
    return true
  }

  mutating func expect(_ sign: String) throws(PredicateFormatError) {
    guard take(sign) else { throw unexpected("'\(sign)'") }
  }

  /// The keyword here, if the word is not written `#word` and does not go on as a key path.
  var word: PredicateWord? {
    guard case .name(let name, isEscaped: false) = current.kind else { return nil }
    return PredicateWord(word: name)
  }

  mutating func take(_ words: PredicateWord...) -> Bool {
    guard let word, words.contains(word) else { return false }
    index += 1
    return true
  }

  /// Runs a rule one level deeper, so that no input can exhaust the stack.
  mutating func nested<Result>(
    _ rule: (inout PredicateParser) throws(PredicateFormatError) -> Result
  ) throws(PredicateFormatError) -> Result {
    depth += 1
    guard depth <= Self.depthLimit else { throw error(.nestedTooDeeply(limit: Self.depthLimit)) }
    let result = try rule(&self)
    depth -= 1
    return result
  }

  func predicate(_ node: Node, at start: Int) throws(PredicateFormatError) -> NSPredicate {
    guard case .predicate(let predicate) = node else {
      throw current.kind == .end || current.position == start
        ? unexpected("a comparison such as == or IN")
        : error(.expected("a comparison such as == or IN", found: current.words))
    }
    return predicate
  }

  func expression(_ node: Node, at start: Int) throws(PredicateFormatError) -> NSExpression {
    guard case .expression(let expression) = node else {
      throw error(.expected("a value", found: "a whole predicate"), at: start)
    }
    return expression
  }
}

// MARK: AND, OR, NOT

extension PredicateParser {
  mutating func disjunction() throws(PredicateFormatError) -> Node {
    try chain(.or, .or, "||") { parser throws(PredicateFormatError) in try parser.conjunction() }
  }

  private mutating func conjunction() throws(PredicateFormatError) -> Node {
    try chain(.and, .and, "&&") { parser throws(PredicateFormatError) in try parser.negation() }
  }

  private mutating func chain(
    _ kind: NSCompoundPredicate.LogicalType, _ word: PredicateWord, _ sign: String,
    _ rule: (inout PredicateParser) throws(PredicateFormatError) -> Node
  ) throws(PredicateFormatError) -> Node {
    let start = position
    let first = try rule(&self)
    guard self.word == word || current.kind == .sign(sign) else { return first }
    var parts = [try predicate(first, at: start)]
    while take(word) || take(sign) {
      let start = position
      parts.append(try predicate(try rule(&self), at: start))
    }
    return .predicate(ParsedCompoundPredicate(type: kind, subpredicates: parts))
  }

  private mutating func negation() throws(PredicateFormatError) -> Node {
    guard take(.not) || take("!") else { return try comparison() }
    let start = position
    let node = try nested { parser throws(PredicateFormatError) in try parser.negation() }
    let part = try predicate(node, at: start)
    return .predicate(ParsedCompoundPredicate(type: .not, subpredicates: [part]))
  }
}
