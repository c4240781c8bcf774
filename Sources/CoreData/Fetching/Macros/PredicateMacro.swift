public import Foundation

extension PredicateFactory {
  /// The same condition as a `#Predicate` over objects of the model; nil where it cannot be said of
  /// stored properties: a computed property, a cast, an index, `?:` or a call of one's own.
  ///
  /// The names are found by following the key paths, so there has to be a model with an entity for
  /// the class.
  public init?<Input: NSManagedObject>(_ predicate: Predicate<Input>) {
    let names = MacroNames(variable: predicate.variable.key)
    guard let made = names.condition(predicate.expression) as? Self else { return nil }
    self = made
  }
}

/// What the variables of a `#Predicate` stand for, while its parts are gone through.
struct MacroNames {
  private var expressions: [PredicateExpressions.VariableID: NSExpression]
  private var subqueries = 0

  init(variable: PredicateExpressions.VariableID) {
    expressions = [variable: .selfObject]
  }

  subscript(variable: PredicateExpressions.VariableID) -> NSExpression? { expressions[variable] }

  /// With one more variable, for the elements of a collection or for what an optional holds.
  func with(_ variable: PredicateExpressions.VariableID, as expression: NSExpression) -> Self {
    var names = self
    names.expressions[variable] = expression
    return names
  }

  /// With a variable for the elements of a collection, and its name.
  func withElement(_ variable: PredicateExpressions.VariableID) -> (Self, String) {
    var names = self
    names.subqueries += 1
    let name = "element\(names.subqueries)"
    return (names.with(variable, as: NSExpression(forVariable: name)), name)
  }

  func condition(_ part: any PredicateExpression) -> NSPredicate? {
    if let part = part as? any MacroCondition { return part.condition(self) }
    // A property, or a value, that is a condition by itself.
    return value(part).map { comparing($0, .equalTo, NSExpression(forConstantValue: true)) }
  }

  func value(_ part: any PredicateExpression) -> NSExpression? {
    (part as? any MacroValue)?.value(self)
  }

  /// Two values that are compared.
  func comparison(
    _ left: any PredicateExpression, _ type: NSComparisonPredicate.Operator,
    _ right: any PredicateExpression, _ options: NSComparisonPredicate.Options = []
  ) -> NSPredicate? {
    guard let left = value(left), let right = value(right) else { return nil }
    return comparing(left, type, right, options)
  }

  func comparing(
    _ left: NSExpression, _ type: NSComparisonPredicate.Operator, _ right: NSExpression,
    _ options: NSComparisonPredicate.Options = []
  ) -> NSPredicate {
    NSComparisonPredicate(
      leftExpression: left, rightExpression: right, modifier: .direct, type: type,
      options: options)
  }
}

/// A part of a `#Predicate` that is true or false.
protocol MacroCondition: PredicateExpression {
  func condition(_ names: MacroNames) -> NSPredicate?
}

/// A part of a `#Predicate` that is a value.
protocol MacroValue: PredicateExpression {
  func value(_ names: MacroNames) -> NSExpression?
}
