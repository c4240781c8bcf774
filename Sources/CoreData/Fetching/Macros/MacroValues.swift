internal import Foundation

// Each part of a `#Predicate` that is a value, and what a format would say.

extension PredicateExpressions.Variable: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? { names[key] }
}

extension PredicateExpressions.Value: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? {
    let plain = (value as Any as? any MacroOptional)?.plain ?? (value as Any)
    return NSExpression(forConstantValue: plain)
  }
}

extension PredicateExpressions.NilLiteral: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? { NSExpression(forConstantValue: nil) }
}

extension PredicateExpressions.KeyPath: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? {
    guard let root = names.value(root) else { return nil }
    if let collection = Root.Output.self as? any MacroCollection.Type {
      return keyPath as AnyKeyPath == collection.countPath ? root.counted : nil
    }
    guard let path = KeyPathRecorder.names(along: keyPath as AnyKeyPath) else { return nil }
    return root.following(path)
  }
}

/// A property that is a condition by itself, or a collection that is empty.
extension PredicateExpressions.KeyPath: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    if let collection = Root.Output.self as? any MacroCollection.Type,
      keyPath as AnyKeyPath == collection.emptyPath
    {
      return names.value(root).map {
        names.comparing($0.counted, .equalTo, NSExpression(forConstantValue: 0))
      }
    }
    return value(names).map { names.comparing($0, .equalTo, NSExpression(forConstantValue: true)) }
  }
}

/// What to-many relationships are read as. The key paths are those of the types: one of
/// `Collection` would be another one.
private protocol MacroCollection {
  static var countPath: AnyKeyPath { get }
  static var emptyPath: AnyKeyPath { get }
}

extension Set: MacroCollection {
  static var countPath: AnyKeyPath { \Self.count }
  static var emptyPath: AnyKeyPath { \Self.isEmpty }
}

extension Array: MacroCollection {
  static var countPath: AnyKeyPath { \Self.count }
  static var emptyPath: AnyKeyPath { \Self.isEmpty }
}

extension NSExpression {
  /// The value along names that begin at this one.
  func following(_ names: [String]) -> NSExpression {
    if case .keyPath(let earlier, let root) = tree {
      return NSExpression(.keyPath(earlier + names, of: root))
    }
    return NSExpression(.keyPath(names, of: self))
  }
}

// MARK: Optionals

/// `$0.room?.name`
extension PredicateExpressions.OptionalFlatMap: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? {
    names.value(wrapped).flatMap { names.with(variable.key, as: $0).value(transform) }
  }
}

/// `$0.room?.isOpen == true` has the chain on one side; `$0.room.flatMap { $0.isOpen }` is one.
extension PredicateExpressions.OptionalFlatMap: MacroCondition {
  func condition(_ names: MacroNames) -> NSPredicate? {
    names.value(wrapped).flatMap { names.with(variable.key, as: $0).condition(transform) }
  }
}

/// `$0.room!`: where there is none, a comparison is false as it is with an optional.
extension PredicateExpressions.ForcedUnwrap: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? { names.value(inner) }
}

private protocol MacroOptional {
  /// The value, or nil in place of `.none`.
  var plain: Any? { get }
}

extension Optional: MacroOptional {
  var plain: Any? { self }
}

// MARK: Arithmetic

extension PredicateExpressions.Arithmetic: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? {
    switch op {
    case .add: names.function("add:to:", lhs, rhs)
    case .subtract: names.function("from:subtract:", lhs, rhs)
    case .multiply: names.function("multiply:by:", lhs, rhs)
    @unknown default: nil
    }
  }
}

extension PredicateExpressions.FloatDivision: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? { names.function("divide:by:", lhs, rhs) }
}

extension PredicateExpressions.IntRemainder: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? { names.function("modulus:by:", lhs, rhs) }
}

extension MacroNames {
  fileprivate func function(
    _ name: String, _ left: any PredicateExpression, _ right: any PredicateExpression
  ) -> NSExpression? {
    guard let left = value(left), let right = value(right) else { return nil }
    return NSExpression(forFunction: name, arguments: [left, right])
  }
}

extension PredicateExpressions.Filter: MacroValue {
  func value(_ names: MacroNames) -> NSExpression? {
    names.subquery(sequence, variable.key, filter)
  }
}
