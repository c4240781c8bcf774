internal import Foundation

/// Writes predicates and expressions in the format language, as Apple writes them.
enum PredicateText {
  static func text(of predicate: NSPredicate) -> String {
    switch predicate.shape {
    case .constant(let value): value ? "TRUEPREDICATE" : "FALSEPREDICATE"
    case .opaque: "BLOCKPREDICATE"
    case .comparison(let comparison): text(of: comparison)
    case .compound(let kind, let parts): text(of: kind, parts)
    }
  }

  private static func text(
    of kind: NSCompoundPredicate.LogicalType, _ parts: [NSPredicate]
  ) -> String {
    switch kind {
    case .not: parts.first.map { "NOT " + nested($0) } ?? "TRUEPREDICATE"
    case .and:
      parts.isEmpty ? "TRUEPREDICATE" : parts.map(nested).joined(separator: " AND ")
    case .or:
      parts.isEmpty ? "FALSEPREDICATE" : parts.map(nested).joined(separator: " OR ")
    }
  }

  /// A part of a compound: other compounds in parentheses, negations without.
  private static func nested(_ part: NSPredicate) -> String {
    guard case .compound(let kind, let parts) = part.shape, kind != .not, !parts.isEmpty else {
      return text(of: part)
    }
    return "(" + text(of: part) + ")"
  }

  private static func text(of comparison: NSComparisonPredicate) -> String {
    let modifier =
      switch comparison.comparisonPredicateModifier {
      case .direct: ""
      case .all: "ALL "
      case .any: "ANY "
      }
    let left = text(of: comparison.leftExpression)
    let right = text(of: comparison.rightExpression)
    let options = comparison.options.text
    return "\(modifier)\(left) \(comparison.predicateOperatorType.text)\(options) \(right)"
  }
}

extension PredicateText {
  static func text(of expression: NSExpression) -> String {
    switch expression.tree {
    case .constant(let constant): text(ofConstant: constant.value)
    case .evaluatedObject: "SELF"
    case .variable(let name): "$" + name
    case .keyPath(let names, of: let operand): text(ofPath: names, operand)
    case .function(let name, let arguments): text(ofCall: name, arguments)
    case .aggregate(let members): "{" + members.map(text).joined(separator: ", ") + "}"
    case .sets(let kind, let left, let right):
      "\(operand(left)) \(kind.setWord) \(operand(right))"
    case .subquery(let collection, variable: let name, let predicate):
      "SUBQUERY(\(text(of: collection)), $\(name), \(text(of: predicate)))"
    case .conditional(let predicate, let first, let second):
      "TERNARY(\(text(of: predicate)), \(text(of: first)), \(text(of: second)))"
    case .block(_, let arguments):
      "BLOCK(" + arguments.map(text).joined(separator: ", ") + ")"
    }
  }

  private static func text(ofPath names: [String], _ operand: NSExpression) -> String {
    let path = names.map { PredicateWord(word: $0)?.isReserved == true ? "#" + $0 : $0 }
      .joined(separator: ".")
    switch operand.tree {
    case .evaluatedObject: return path
    case .variable, .subquery: return text(of: operand) + "." + path
    // Without the parentheses the path would be read as part of a number or of the last operand.
    default: return "(" + text(of: operand) + ")." + path
    }
  }

  private static func text(ofCall name: String, _ arguments: [NSExpression]) -> String {
    if let sign = PredicateFunction.sign(of: name), arguments.count == 2 {
      return arguments.map(operand).joined(separator: " \(sign) ")
    }
    if name == "onesComplement:", arguments.count == 1 { return "~" + operand(arguments[0]) }
    if name == "objectFrom:withIndex:", arguments.count == 2 {
      let word = (arguments[1].constantValue as? String).flatMap(PredicateWord.init(word:))
      return "\(text(of: arguments[0]))[\(word?.rawValue ?? text(of: arguments[1]))]"
    }
    if name == "castObject:toType:" {
      return "CAST(" + arguments.map(text).joined(separator: ", ") + ")"
    }
    // A name without arguments is written without the colon that parsing would add.
    let list = arguments.map(text).joined(separator: ", ")
    return "\(name)(\(list))"
  }

  /// An operand of a sign or set word: what has signs or set words itself, in parentheses.
  private static func operand(_ expression: NSExpression) -> String {
    let text = text(of: expression)
    return switch expression.tree {
    case .function(let name, _) where PredicateFunction.sign(of: name) != nil: "(\(text))"
    case .sets: "(\(text))"
    default: text
    }
  }

  private static func text(ofConstant value: Any?) -> String {
    if value is NSNull { return "<null>" }
    if let url = value as? URL { return quoted(url.absoluteString) }
    if let uuid = value as? UUID { return "CAST(\(quoted(uuid.uuidString)), \"NSUUID\")" }
    let operand = Operand(value)
    switch operand {
    case .null: return "nil"
    case .integer(let number): return "\(number)"
    case .real(let number): return text(ofNumber: number)
    case .decimal(let number): return "\(number)"
    case .text(let text): return quoted(text)
    case .date(let seconds): return "CAST(\(seconds), \"NSDate\")"
    case .blob(let data): return "<" + data.map { hex($0) }.joined() + ">"
    case .reference(let id): return id.description
    case .collection(let members):
      return "{" + members.map { text(ofConstant: $0.plainValue) }.joined(separator: ", ") + "}"
    case .source(let source): return "\(source)"
    case .other(let value): return "\(value)"
    }
  }

  private static func text(ofNumber number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  private static func hex(_ byte: UInt8) -> String {
    (byte < 16 ? "0" : "") + String(byte, radix: 16)
  }

  static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\", "\"": quoted.append(contentsOf: ["\\", scalar])
      case "\n": quoted.append(contentsOf: ["\\", "n"])
      case "\t": quoted.append(contentsOf: ["\\", "t"])
      case "\r": quoted.append(contentsOf: ["\\", "r"])
      default: quoted.append(scalar)
      }
    }
    quoted.append("\"")
    return String(quoted)
  }
}

extension NSExpression.ExpressionType {
  fileprivate var setWord: String {
    switch self {
    case .intersectSet: "INTERSECT"
    case .minusSet: "MINUS"
    default: "UNION"
    }
  }
}

extension NSComparisonPredicate.Options {
  fileprivate var text: String {
    let letters =
      (contains(.caseInsensitive) ? "c" : "") + (contains(.diacriticInsensitive) ? "d" : "")
      + (contains(.normalized) ? "n" : "")
    return letters.isEmpty ? "" : "[\(letters)]"
  }
}

extension NSComparisonPredicate.Operator {
  /// The operator as a format string writes it.
  var text: String {
    switch self {
    case .lessThan: "<"
    case .lessThanOrEqualTo: "<="
    case .greaterThan: ">"
    case .greaterThanOrEqualTo: ">="
    case .equalTo: "=="
    case .notEqualTo: "!="
    case .matches: "MATCHES"
    case .like: "LIKE"
    case .beginsWith: "BEGINSWITH"
    case .endsWith: "ENDSWITH"
    case .in: "IN"
    case .contains: "CONTAINS"
    case .between: "BETWEEN"
    }
  }
}
