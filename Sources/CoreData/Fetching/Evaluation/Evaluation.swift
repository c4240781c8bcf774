internal import Foundation

/// What a predicate is asked about: an object, and the values of its variables.
struct Evaluation {
  var object: Operand
  var variables: [String: Operand]

  init(object: Any?, variables: [String: Any] = [:]) {
    self.object = Operand(object)
    self.variables = variables.mapValues { Operand($0) }
  }

  init(source: any KeyValueSource) {
    object = .source(source)
    variables = [:]
  }

  fileprivate func with(_ value: Operand, as variable: String) -> Evaluation {
    var copy = self
    copy.variables[variable] = value
    return copy
  }
}

extension NSPredicate {
  /// Whether the predicate holds.
  func holds(in evaluation: Evaluation) -> Bool {
    switch shape {
    case .constant(let value): value
    case .comparison(let comparison): comparison.compares(in: evaluation)
    case .compound(.not, let parts): !(parts.first?.holds(in: evaluation) ?? false)
    case .compound(.and, let parts): parts.allSatisfy { $0.holds(in: evaluation) }
    case .compound(.or, let parts): parts.contains { $0.holds(in: evaluation) }
    case .opaque:
      evaluate(
        with: evaluation.object.plainValue,
        substitutionVariables: evaluation.variables.compactMapValues(\.plainValue))
    }
  }
}

extension NSComparisonPredicate {
  fileprivate func compares(in evaluation: Evaluation) -> Bool {
    let left = leftExpression.operand(in: evaluation)
    let right = rightExpression.operand(in: evaluation)
    switch comparisonPredicateModifier {
    case .direct: return compares(left, right)
    case .any: return quantified(left).contains { compares($0, right) }
    case .all: return quantified(left).allSatisfy { compares($0, right) }
    }
  }

  /// Nothing at the end of a path is no member: the path may have ended before its collection.
  private func quantified(_ left: Operand) -> [Operand] {
    left.members ?? (left.isNull ? [] : [left])
  }

  private func compares(_ left: Operand, _ right: Operand) -> Bool {
    switch predicateOperatorType {
    case .equalTo: return areEqual(left, right)
    case .notEqualTo: return !areEqual(left, right)
    case .lessThan: return order(left, right) == .orderedAscending
    case .greaterThan: return order(left, right) == .orderedDescending
    case .lessThanOrEqualTo:
      let order = order(left, right)
      return order == .orderedAscending || order == .orderedSame
    case .greaterThanOrEqualTo:
      let order = order(left, right)
      return order == .orderedDescending || order == .orderedSame
    case .between: return isBetween(left, right.members ?? [])
    case .in:
      if let members = right.members { return members.contains { areEqual(left, $0) } }
    case .contains:
      if let members = left.members { return members.contains { areEqual($0, right) } }
    case .matches, .like, .beginsWith, .endsWith: break
    }
    guard let text = left.text, let other = right.text else { return false }
    return TextMatching.holds(predicateOperatorType, text, other, options)
  }

  private func isBetween(_ value: Operand, _ bounds: [Operand]) -> Bool {
    guard bounds.count == 2, let low = order(value, bounds[0]), let high = order(value, bounds[1])
    else { return false }
    return low != .orderedAscending && high != .orderedDescending
  }

  private func areEqual(_ left: Operand, _ right: Operand) -> Bool {
    guard !options.isEmpty, case .text(let text) = left, case .text(let other) = right else {
      return left.isSame(as: right)
    }
    let isSame = TextMatching.folded(text, options).utf8
      .elementsEqual(TextMatching.folded(other, options).utf8)
    return isSame
  }

  private func order(_ left: Operand, _ right: Operand) -> ComparisonResult? {
    guard !options.isEmpty, case .text(let text) = left, case .text(let other) = right else {
      return left.order(to: right)
    }
    return TextOrder.binary.compare(
      TextMatching.folded(text, options), TextMatching.folded(other, options))
  }
}

extension NSExpression {
  /// The value of the expression.
  func operand(in evaluation: Evaluation) -> Operand {
    switch tree {
    case .constant(let constant): return constant.operand
    case .evaluatedObject: return evaluation.object
    case .variable(let name): return evaluation.variables[name] ?? .null
    case .keyPath(let names, of: let operand):
      return operand.operand(in: evaluation).value(along: names[...])
    case .aggregate(let members):
      return .collection(members.map { $0.operand(in: evaluation) })
    case .function(let name, let arguments):
      return PredicateFunction.value(of: name, arguments.map { $0.operand(in: evaluation) })
    case .sets(let kind, let left, let right):
      return .combined(kind, left.operand(in: evaluation), right.operand(in: evaluation))
    case .subquery(let collection, variable: let name, let predicate):
      let members = collection.operand(in: evaluation).members ?? []
      return .collection(members.filter { predicate.holds(in: evaluation.with($0, as: name)) })
    case .conditional(let predicate, let first, let second):
      return (predicate.holds(in: evaluation) ? first : second).operand(in: evaluation)
    case .block(let block, let arguments):
      let values = arguments.map { $0.operand(in: evaluation).plainValue ?? NSNull() }
      return Operand(block(evaluation.object.plainValue, values, nil))
    }
  }
}
