internal import Foundation

extension PredicateParser {
  /// A literal, a name, a placeholder, a call, a list or something in parentheses.
  mutating func operand() throws(PredicateFormatError) -> Node {
    switch current.kind {
    case .text(let text): return literal(text)
    case .integer(let number): return literal(number)
    case .real(let number): return literal(number)
    case .variable(let name):
      advance()
      return .expression(NSExpression(.variable(name)))
    case .placeholder(let letters): return try placeholder(letters)
    case .name(let name, let isEscaped):
      if !isEscaped, let word = PredicateWord(word: name) { return try keyword(word) }
      advance()
      if [.sign("("), .sign(":")].contains(current.kind) { return try call(name) }
      return .expression(NSExpression(.keyPath([name], of: .selfObject)))
    case .sign("("):
      advance()
      let node = try disjunction()
      try expect(")")
      return node
    case .sign("{"):
      advance()
      return .expression(NSExpression(.aggregate(try list(endingWith: "}"))))
    default: throw unexpected("a value or a key path")
    }
  }

  private mutating func literal(_ value: Any?) -> Node {
    advance()
    return .expression(NSExpression(forConstantValue: value))
  }

  private mutating func keyword(_ word: PredicateWord) throws(PredicateFormatError) -> Node {
    switch word {
    case .null, .nil: return literal(nil)
    case .true, .yes: return literal(true)
    case .false, .no: return literal(false)
    case .self:
      advance()
      return .expression(.selfObject)
    case .truePredicate, .falsePredicate:
      advance()
      return .predicate(ConstantPredicate(value: word == .truePredicate))
    case .subquery:
      advance()
      return try subquery()
    case .ternary:
      advance()
      return try ternary()
    case .cast, .function:
      advance()
      try expect("(")
      return try word == .cast ? cast() : functionByName()
    case .first, .last, .size, .union, .intersect, .minus:
      // Words with a meaning only elsewhere are names here.
      guard case .name(let name, _) = current.kind else { throw unexpected("a name") }
      advance()
      return .expression(NSExpression(.keyPath([name], of: .selfObject)))
    default: throw unexpected("a value or a key path")
    }
  }

  private mutating func placeholder(
    _ letters: String
  ) throws(PredicateFormatError) -> Node {
    let expression = try arguments.expression(for: letters, in: self)
    advance()
    return .expression(expression)
  }

  private mutating func list(
    endingWith end: String
  ) throws(PredicateFormatError) -> [NSExpression] {
    var members: [NSExpression] = []
    if take(end) { return members }
    repeat {
      let start = position
      members.append(try expression(try value(), at: start))
    } while take(",")
    try expect(end)
    return members
  }
}

// MARK: Calls

extension PredicateParser {
  /// `name(…)`, and `name:(…)` or `first:second:(…)` as functions are written back.
  private mutating func call(_ name: String) throws(PredicateFormatError) -> Node {
    let start = position
    var name = name
    while take(":") {
      name += ":"
      guard case .name(let more, _) = current.kind else { break }
      name += more
      advance()
    }
    try expect("(")
    let arguments = try list(endingWith: ")")
    if name == "FETCH", arguments.count == 3, case .constant(let only) = arguments[2].tree {
      return .expression(
        NSFetchRequestExpression.expression(
          forFetch: arguments[0], context: arguments[1],
          countOnly: only.operand.isSame(as: .integer(1))))
    }
    return .expression(try function(name, arguments, at: start))
  }

  private func function(
    _ name: String, _ arguments: [NSExpression], at start: Int
  ) throws(PredicateFormatError) -> NSExpression {
    let known = [name, name + ":"].first { PredicateFunction.isKnown($0) }
    guard let known else { throw error(.unknownFunction(name), at: start) }
    guard PredicateFunction.exists(known, arguments: arguments.count) else {
      throw error(.wrongArgumentCount(function: name, given: arguments.count), at: start)
    }
    return NSExpression(.function(known, arguments))
  }

  /// `FUNCTION(operand, "name:", arguments…)`.
  private mutating func functionByName() throws(PredicateFormatError) -> Node {
    let start = position
    var arguments = try list(endingWith: ")")
    guard arguments.count >= 2, case .constant(let name) = arguments[1].tree,
      let name = name.operand.text
    else { throw error(.expected("a value and the name of a function", found: "less"), at: start) }
    arguments.remove(at: 1)
    if let method = NamedMethod(rawValue: name), arguments.count == 3 {
      return .expression(method.call(arguments))
    }
    let known = PredicateFunction.selectors[name] ?? name
    return .expression(try function(known, arguments, at: start))
  }

  /// `CAST(value, "class")`; of a constant it is the constant it stands for.
  private mutating func cast() throws(PredicateFormatError) -> Node {
    let start = position
    let arguments = try list(endingWith: ")")
    guard arguments.count == 2, case .constant(let type) = arguments[1].tree,
      let type = type.operand.text
    else { throw error(.expected("a value and the name of a class", found: "less"), at: start) }
    guard case .constant(let constant) = arguments[0].tree else {
      return .expression(NSExpression(.function("castObject:toType:", arguments)))
    }
    if type == "NSUUID", let uuid = constant.operand.text.flatMap(UUID.init(uuidString:)) {
      return .expression(NSExpression(forConstantValue: uuid))
    }
    let value = PredicateFunction.cast(constant.operand, to: type).plainValue
    return .expression(NSExpression(forConstantValue: value))
  }

  private mutating func subquery() throws(PredicateFormatError) -> Node {
    try expect("(")
    let start = position
    let collection = try expression(try value(), at: start)
    try expect(",")
    guard case .variable(let name) = current.kind else { throw unexpected("a $variable") }
    advance()
    try expect(",")
    let condition = try condition()
    try expect(")")
    return .expression(NSExpression(.subquery(collection, variable: name, condition)))
  }

  private mutating func ternary() throws(PredicateFormatError) -> Node {
    try expect("(")
    let condition = try condition()
    try expect(",")
    let values = try list(endingWith: ")")
    guard values.count == 2 else {
      throw error(.wrongArgumentCount(function: "TERNARY", given: values.count + 1))
    }
    return .expression(NSExpression(.conditional(condition, values[0], values[1])))
  }

  private mutating func condition() throws(PredicateFormatError) -> NSPredicate {
    let start = position
    return try predicate(try disjunction(), at: start)
  }
}
