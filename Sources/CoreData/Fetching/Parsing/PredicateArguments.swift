internal import Foundation

/// The values that go in for placeholders, in order.
struct PredicateArguments {
  private let values: [Any?]
  private(set) var used = 0

  init(_ values: [Any?]) { self.values = values }

  var count: Int { values.count }

  private mutating func next(in parser: PredicateParser) throws(PredicateFormatError) -> Any? {
    guard used < values.count else { throw parser.error(.missingArgument(number: used + 1)) }
    used += 1
    return values[used - 1]
  }

  mutating func expression(
    for letters: String, in parser: PredicateParser
  ) throws(PredicateFormatError) -> NSExpression {
    switch letters.last {
    case "%": throw parser.error(.expected("a value or a key path", found: "'%%'"))
    case "K":
      let path = try keyPath(in: parser)
      return NSExpression(.keyPath(path, of: .selfObject)).startingAtSelf
    case "@": return NSExpression(of: try next(in: parser) as Any)
    case "f", "g", "G", "e", "E":
      return NSExpression(forConstantValue: try number(letters, in: parser).double)
    case "s": return NSExpression(of: try next(in: parser) as Any)
    default:
      let number = try number(letters, in: parser)
      if case .real(let value) = number {
        guard let whole = Int64(exactly: value.rounded(.towardZero)) else {
          throw wrong(letters, "an integer", value, in: parser)
        }
        return NSExpression(forConstantValue: whole)
      }
      return NSExpression(forConstantValue: number.plainValue)
    }
  }

  private mutating func number(
    _ letters: String, in parser: PredicateParser
  ) throws(PredicateFormatError) -> Operand {
    let value = try next(in: parser)
    let operand = Operand(value)
    guard operand.isNumber else { throw wrong(letters, "a number", value, in: parser) }
    return operand
  }

  /// The names in the argument of a `%K`.
  mutating func keyPath(in parser: PredicateParser) throws(PredicateFormatError) -> [String] {
    let value = try next(in: parser)
    let names = Operand(value).text?.split(separator: ".").map(String.init) ?? []
    guard !names.isEmpty else { throw wrong("K", "a key path as text", value, in: parser) }
    return names
  }

  private func wrong(
    _ letters: String, _ expected: String, _ value: Any?, in parser: PredicateParser
  ) -> PredicateFormatError {
    let given = value.map { "a \(type(of: $0))" } ?? "nil"
    return parser.error(
      .wrongArgument(
        number: used, placeholder: "%\(letters)", expected: expected, given: given))
  }
}

extension NSExpression {
  /// A path that begins with `self` is the rest of it.
  fileprivate var startingAtSelf: NSExpression {
    guard case .keyPath(let names, of: let operand) = tree, names[0].uppercased() == "SELF" else {
      return self
    }
    let rest = Array(names.dropFirst())
    return rest.isEmpty ? .selfObject : NSExpression(.keyPath(rest, of: operand))
  }
}
