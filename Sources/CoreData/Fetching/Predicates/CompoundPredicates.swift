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
