internal import Foundation

// Each part of a `#Predicate` that is true or false, and what a format would say.

extension PredicateExpressions.Conjunction: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    guard let left = names.condition(lhs), let right = names.condition(rhs) else { return nil }
    return NSCompoundPredicate(andPredicateWithSubpredicates: [left, right])
  }
}

extension PredicateExpressions.Disjunction: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    guard let left = names.condition(lhs), let right = names.condition(rhs) else { return nil }
    return NSCompoundPredicate(orPredicateWithSubpredicates: [left, right])
  }
}

extension PredicateExpressions.Negation: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    names.condition(wrapped).map { NSCompoundPredicate(notPredicateWithSubpredicate: $0) }
  }
}

extension PredicateExpressions.Equal: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? { names.comparison(lhs, .equalTo, rhs) }
}

extension PredicateExpressions.NotEqual: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? { names.comparison(lhs, .notEqualTo, rhs) }
}

extension PredicateExpressions.Comparison: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    let type: NSComparisonPredicate.Operator
    switch op {
    case .lessThan: type = .lessThan
    case .lessThanOrEqual: type = .lessThanOrEqualTo
    case .greaterThan: type = .greaterThan
    case .greaterThanOrEqual: type = .greaterThanOrEqualTo
    @unknown default: return nil
    }
    return names.comparison(lhs, type, rhs)
  }
}

// MARK: Texts

extension PredicateExpressions.CollectionContainsCollection: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? { names.comparison(base, .contains, other) }
}

extension PredicateExpressions.SequenceStartsWith: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    names.comparison(base, .beginsWith, prefix)
  }
}

// MARK: Collections

extension PredicateExpressions.SequenceContains: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? { names.comparison(element, .in, sequence) }
}

extension PredicateExpressions.SequenceContainsWhere: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    names.subquery(sequence, variable.key, test).map {
      names.comparing($0.counted, .greaterThan, NSExpression(forConstantValue: 0))
    }
  }
}

extension PredicateExpressions.SequenceAllSatisfy: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    names.subquery(sequence, variable.key, test, negated: true).map {
      names.comparing($0.counted, .equalTo, NSExpression(forConstantValue: 0))
    }
  }
}

extension MacroNames {
  /// The elements that pass a test, or that do not.
  func subquery(
    _ collection: any PredicateExpression, _ variable: PredicateExpressions.VariableID,
    _ test: any PredicateExpression, negated: Bool = false
  ) -> NSExpression? {
    let (inside, name) = withElement(variable)
    guard let collection = value(collection), let test = inside.condition(test) else { return nil }
    return NSExpression(
      forSubquery: collection, usingIteratorVariable: name,
      predicate: negated ? NSCompoundPredicate(notPredicateWithSubpredicate: test) : test)
  }
}

extension NSExpression {
  /// How many elements there are.
  var counted: NSExpression { following(["@count"]) }
}

// MARK: Ranges

extension PredicateExpressions.RangeExpressionContains: MacroCondition
where RangeExpression: MacroRange {
  func condition(_ names: MacroNames) -> NSPredicate? { range.condition(names, element) }
}

/// A range whose ends are parts of a `#Predicate`.
protocol MacroRange: PredicateExpression {
  func condition(_ names: MacroNames, _ element: any PredicateExpression) -> NSPredicate?
}

extension PredicateExpressions.Range: MacroRange {
  func condition(_ names: MacroNames, _ element: any PredicateExpression) -> NSPredicate? {
    guard let low = names.comparison(element, .greaterThanOrEqualTo, lower),
      let high = names.comparison(element, .lessThan, upper)
    else { return nil }
    return NSCompoundPredicate(andPredicateWithSubpredicates: [low, high])
  }
}

extension PredicateExpressions.ClosedRange: MacroRange {
  func condition(_ names: MacroNames, _ element: any PredicateExpression) -> NSPredicate? {
    guard let low = names.comparison(element, .greaterThanOrEqualTo, lower),
      let high = names.comparison(element, .lessThanOrEqualTo, upper)
    else { return nil }
    return NSCompoundPredicate(andPredicateWithSubpredicates: [low, high])
  }
}
