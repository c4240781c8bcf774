internal import Foundation

/// What kind of predicate it is, so that code can go through all of them with one `switch`.
enum PredicateShape {
  case comparison(NSComparisonPredicate)
  case compound(NSCompoundPredicate.LogicalType, [NSPredicate])
  case constant(Bool)
  /// A block or a class of the caller's: it can only be asked.
  case opaque
}

extension NSPredicate {
  var shape: PredicateShape {
    if let comparison = self as? NSComparisonPredicate { return .comparison(comparison) }
    if let compound = self as? NSCompoundPredicate {
      return .compound(compound.compoundPredicateType, compound.subpredicates)
    }
    if let constant = self as? ConstantPredicate { return .constant(constant.value) }
    // Foundation hides whether a predicate of its own is a constant, but it compares constants.
    if NSPredicate(value: true).isEqual(self) { return .constant(true) }
    if NSPredicate(value: false).isEqual(self) { return .constant(false) }
    return .opaque
  }
}

/// `TRUEPREDICATE` or `FALSEPREDICATE`, with a text of its own.
final class ConstantPredicate: NSPredicate {
  let value: Bool

  override init(value: Bool) {
    self.value = value
    super.init(value: value)
  }

  required init?(coder: NSCoder) { nil }

  override var predicateFormat: String { value ? "TRUEPREDICATE" : "FALSEPREDICATE" }
  override var description: String { predicateFormat }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSPredicate, case .constant(value) = other.shape else {
      return false
    }
    return true
  }

  override var hash: Int { value.hashValue }
  override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A compound predicate that keeps its order, its text and its equality.
final class ParsedCompoundPredicate: NSCompoundPredicate {
  override var predicateFormat: String { PredicateText.text(of: self) }
  override var description: String { predicateFormat }

  override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSCompoundPredicate else { return false }
    return compoundPredicateType == other.compoundPredicateType
      && subpredicates.count == other.subpredicates.count
      && zip(subpredicates, other.subpredicates).allSatisfy { $0 == $1 }
  }

  override var hash: Int { predicateFormat.hashValue }
  override func copy(with zone: NSZone? = nil) -> Any { self }

  override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    holds(in: Evaluation(object: object, variables: substitutionVariables ?? [:]))
  }

  override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }
}
