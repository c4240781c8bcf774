internal import Foundation

extension NSPredicate {
  /// The predicate with values in place of its variables. Variables of subqueries stay, and so do
  /// variables that have no value.
  func substituting(_ variables: [String: Any]) -> NSPredicate {
    switch shape {
    case .constant, .opaque: self
    case .compound(let kind, let parts):
      ParsedCompoundPredicate(type: kind, subpredicates: parts.map { $0.substituting(variables) })
    case .comparison(let comparison):
      NSComparisonPredicate(
        leftExpression: comparison.leftExpression.substituting(variables),
        rightExpression: comparison.rightExpression.substituting(variables),
        modifier: comparison.comparisonPredicateModifier,
        type: comparison.predicateOperatorType, options: comparison.options)
    }
  }
}

extension NSExpression {
  fileprivate func substituting(_ variables: [String: Any]) -> NSExpression {
    func all(_ expressions: [NSExpression]) -> [NSExpression] {
      expressions.map { $0.substituting(variables) }
    }
    switch tree {
    case .constant, .evaluatedObject: return self
    case .variable(let name):
      return variables[name].map(NSExpression.init(of:)) ?? self
    case .keyPath(let names, of: let operand):
      // What the variable stands for is read here and now: the object may be one that no other
      // thread may touch where the predicate is evaluated.
      if case .variable(let name) = operand.tree, let value = variables[name] {
        let found = Operand(value).value(along: names[...])
        return NSExpression(forConstantValue: found.plainValue)
      }
      return NSExpression(.keyPath(names, of: operand.substituting(variables)))
    case .function(let name, let arguments):
      return NSExpression(.function(name, all(arguments)))
    case .aggregate(let members): return NSExpression(.aggregate(all(members)))
    case .sets(let kind, let left, let right):
      return NSExpression(
        .sets(kind, left.substituting(variables), right.substituting(variables)))
    case .subquery(let collection, variable: let name, let predicate):
      var outer = variables
      outer[name] = nil
      return NSExpression(
        .subquery(
          collection.substituting(variables), variable: name, predicate.substituting(outer)))
    case .conditional(let predicate, let first, let second):
      return NSExpression(
        .conditional(
          predicate.substituting(variables), first.substituting(variables),
          second.substituting(variables)))
    case .block(let block, let arguments):
      return NSExpression(.block(block, all(arguments)))
    }
  }
}
