public import Foundation

// Foundation's compound predicates, where programs make them by hand, have neither a text nor an
// equality on Linux: all of them are equal. These say what they are.

extension NSPredicate {
  /// The predicate as Apple writes it, compound ones made by hand included.
  public final var asWritten: String { PredicateText.text(of: self) }

  /// Whether both have the same form and parts.
  public static func == (one: NSPredicate, other: NSPredicate) -> Bool {
    one.withText.isEqual(other)
  }

  /// Whether their forms or parts differ.
  public static func != (one: NSPredicate, other: NSPredicate) -> Bool { !(one == other) }

  /// The same predicate with compound parts that know their text.
  var withText: NSPredicate {
    guard type(of: self) == NSCompoundPredicate.self, let compound = self as? NSCompoundPredicate
    else { return self }
    return ParsedCompoundPredicate(
      type: compound.compoundPredicateType, subpredicates: compound.subpredicates.map(\.withText))
  }

  /// A pattern of `MATCHES` that is no regular expression. Such a predicate matches nothing, and a
  /// fetch with it is an error.
  var unusablePattern: String? {
    switch shape {
    case .constant, .opaque: return nil
    case .compound(_, let parts):
      return parts.lazy.compactMap(\.unusablePattern).first
    case .comparison(let comparison):
      guard comparison.predicateOperatorType == .matches,
        case .constant(let constant) = comparison.rightExpression.tree,
        let pattern = constant.operand.text,
        RegularExpressions.shared.compiled(pattern, comparison.options) == nil
      else { return nil }
      return pattern
    }
  }
}

extension CocoaError {
  static func unusablePattern(
    _ pattern: String, fetching entity: NSEntityDescription
  ) -> CocoaError {
    coreData(
      .coreData, "The fetch of \(entity.name ?? "?")",
      "asks for texts that match \"\(pattern)\": \"\(pattern)\" is no regular expression",
      wayOut: "Correct the pattern; brackets and parentheses come in pairs, and a literal one is "
        + "written behind a backslash.")
  }
}

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
