public import Foundation

extension NSExpression {
  /// What kind of expression it is.
  public final var expressionType: ExpressionType {
    switch tree {
    case .constant: .constantValue
    case .evaluatedObject: .evaluatedObject
    case .variable: .variable
    case .keyPath(_, of: let operand):
      if case .evaluatedObject = operand.tree { .keyPath } else { .function }
    case .function: .function
    case .aggregate: .aggregate
    case .sets(let kind, _, _): kind
    case .subquery: .subquery
    case .conditional: .conditional
    case .block: self is NSFetchRequestExpression ? .fetchRequest : .block
    }
  }

  /// The value of a constant.
  public final var constantValue: Any? {
    if case .constant(let constant) = tree { constant.value } else { nil }
  }

  /// The names of a key path, joined by dots; empty for other expressions.
  public final var keyPath: String {
    if case .keyPath(let names, of: _) = tree { names.joined(separator: ".") } else { "" }
  }

  /// The name of a variable; empty for other expressions.
  public final var variable: String {
    switch tree {
    case .variable(let name), .subquery(_, variable: let name, _): name
    default: ""
    }
  }

  /// The name of a function; empty for other expressions.
  public final var function: String {
    switch tree {
    case .function(let name, _): name
    case .keyPath: "valueForKeyPath:"
    default: ""
    }
  }

  /// The arguments of a function or block.
  public final var arguments: [NSExpression]? {
    switch tree {
    case .function(_, let arguments), .block(_, let arguments): arguments
    case .keyPath(let names, of: _):
      [NSExpression(forConstantValue: names.joined(separator: "."))]
    default: nil
    }
  }

  /// What a key path starts from.
  public final var operand: NSExpression {
    if case .keyPath(_, of: let operand) = tree { operand } else { .selfObject }
  }

  /// The members of an aggregate, or the collection of a subquery.
  public final var collection: Any? {
    switch tree {
    case .aggregate(let members): members
    case .subquery(let collection, variable: _, _): collection
    default: nil
    }
  }

  /// The condition of a subquery or a conditional expression.
  public final var predicate: NSPredicate {
    switch tree {
    case .subquery(_, variable: _, let predicate), .conditional(let predicate, _, _): predicate
    default: NSPredicate(value: true)
    }
  }

  /// Works the value out for an object. Results are numbers, texts, dates and the like, as Apple
  /// gives them; a collection is an array.
  public final func expressionValue(with object: Any?, context: NSMutableDictionary?) -> Any? {
    var variables: [String: Any] = [:]
    for (key, value) in context ?? [:] {
      if let name = key as? String { variables[name] = value }
    }
    return operand(in: Evaluation(object: object, variables: variables)).plainValue
  }
}
