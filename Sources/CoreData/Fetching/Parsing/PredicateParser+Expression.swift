internal import Foundation

extension PredicateParser {
  /// The functions of each level, those that bind least first, as in C.
  private static let levels = [
    ["bitwiseOr:with:"], ["bitwiseXor:with:"], ["bitwiseAnd:with:"],
    ["leftshift:by:", "rightshift:by:"],
  ]

  /// A whole value: everything that may stand on one side of a comparison.
  mutating func value() throws(PredicateFormatError) -> Node { try bits(level: 0) }

  private mutating func bits(level: Int) throws(PredicateFormatError) -> Node {
    if level == Self.levels.count { return try sum() }
    let start = position
    var left = try bits(level: level + 1)
    while let function = Self.levels[level].first(where: { name in
      PredicateFunction.signs[name].map { current.kind == .sign($0) } ?? false
    }) {
      advance()
      left = try call(function, left, from: start) { p throws(PredicateFormatError) in
        try p.bits(level: level + 1)
      }
    }
    return left
  }

  private mutating func sum() throws(PredicateFormatError) -> Node {
    let start = position
    var left = try product()
    while true {
      if let sign = arithmetic([.add, .subtract]) {
        left = try call(sign.rawValue, left, from: start) { p throws(PredicateFormatError) in
          try p.product()
        }
      } else if let kind = setOperation {
        advance()
        let first = try expression(left, at: start)
        let next = position
        let second = try expression(try product(), at: next)
        left = .expression(NSExpression(.sets(kind, first, second)))
      } else {
        return left
      }
    }
  }

  private var setOperation: NSExpression.ExpressionType? {
    switch word {
    case .union: .unionSet
    case .intersect: .intersectSet
    case .minus: .minusSet
    default: nil
    }
  }

  private mutating func arithmetic(_ wanted: [PredicateArithmetic]) -> PredicateArithmetic? {
    guard let sign = wanted.first(where: { current.kind == .sign($0.sign) }) else { return nil }
    advance()
    return sign
  }

  private mutating func product() throws(PredicateFormatError) -> Node {
    let start = position
    var left = try power()
    while let sign = arithmetic([.multiply, .divide]) {
      left = try call(sign.rawValue, left, from: start) { p throws(PredicateFormatError) in
        try p.power()
      }
    }
    return left
  }

  private mutating func power() throws(PredicateFormatError) -> Node {
    let start = position
    let left = try signed()
    guard take("**") else { return left }
    return try call(PredicateArithmetic.power.rawValue, left, from: start) {
      p throws(PredicateFormatError) in
      try p.nested { p throws(PredicateFormatError) in try p.power() }
    }
  }

  private mutating func call(
    _ function: String, _ left: Node, from start: Int,
    _ rule: (inout PredicateParser) throws(PredicateFormatError) -> Node
  ) throws(PredicateFormatError) -> Node {
    let first = try expression(left, at: start)
    let next = position
    let second = try expression(try rule(&self), at: next)
    return .expression(NSExpression(.function(function, [first, second])))
  }

  /// A minus in front of a number belongs to it; in front of anything else it is 0 minus that.
  private mutating func signed() throws(PredicateFormatError) -> Node {
    if take("~") {
      let start = position
      let node = try nested { parser throws(PredicateFormatError) in try parser.signed() }
      return .expression(
        NSExpression(.function("onesComplement:", [try expression(node, at: start)])))
    }
    guard take("-") else { return try postfix() }
    let start = position
    switch current.kind {
    case .integer(let number):
      advance()
      return .expression(NSExpression(forConstantValue: -number))
    case .real(let number):
      advance()
      return .expression(NSExpression(forConstantValue: -number))
    default:
      let node = try nested { parser throws(PredicateFormatError) in try parser.signed() }
      let zero = NSExpression(forConstantValue: 0)
      let arguments = [zero, try expression(node, at: start)]
      return .expression(
        NSExpression(.function(PredicateArithmetic.subtract.rawValue, arguments)))
    }
  }

  /// An operand and what follows it: `.name`, `[index]`.
  private mutating func postfix() throws(PredicateFormatError) -> Node {
    let start = position
    var node = try nested { parser throws(PredicateFormatError) in try parser.operand() }
    while true {
      if take(".") {
        node = .expression(try expression(node, at: start).appending(try pathStep()))
      } else if take("[") {
        let index = try index()
        try expect("]")
        let arguments = [try expression(node, at: start), index]
        node = .expression(NSExpression(.function("objectFrom:withIndex:", arguments)))
      } else {
        return node
      }
    }
  }

  private mutating func pathStep() throws(PredicateFormatError) -> [String] {
    switch current.kind {
    case .name(let name, _):
      advance()
      return [name]
    case .placeholder("K"):
      let path = try arguments.keyPath(in: self)
      advance()
      return path
    default: throw unexpected("a property name after '.'")
    }
  }

  private mutating func index() throws(PredicateFormatError) -> NSExpression {
    if let word, [.first, .last, .size].contains(word) {
      advance()
      return NSExpression(forConstantValue: word.rawValue)
    }
    let start = position
    return try expression(try value(), at: start)
  }
}

extension NSExpression {
  /// The key path with more names at its end, or a key path that starts from this expression.
  func appending(_ more: [String]) -> NSExpression {
    if case .keyPath(let names, of: let operand) = tree {
      return NSExpression(.keyPath(names + more, of: operand))
    }
    return NSExpression(.keyPath(more, of: self))
  }
}
