public import Foundation

/// Makes predicates from format strings. An initialiser of a class cannot return a subclass; one
/// of a protocol extension can, by assigning `self`.
public protocol PredicateFactory {}

extension NSPredicate: PredicateFactory {}

extension PredicateFactory {
  /// A predicate written as text, with values for its placeholders.
  ///
  /// A format that does not parse is a mistake of the program and traps with the position and the
  /// reason; for a format that comes from elsewhere use `init(parsing:arguments:)`. Arguments that
  /// no placeholder takes are left over, and a pattern that is none matches nothing and makes a
  /// fetch throw.
  public init(format: String, _ arguments: Any?...) {
    self.init(format: format, argumentArray: arguments)
  }

  /// A predicate written as text, with values for its placeholders.
  public init(format: String, argumentArray arguments: [Any?]?) {
    do {
      let predicate = try PredicateParser.predicate(format, arguments ?? [], isStrict: false)
      try self.init(predicate, format)
    } catch {
      fatalError("NSInvalidArgumentException: \(error)")
    }
  }

  /// A predicate written as text, or the reason why the text is none.
  ///
  /// ```swift
  /// let predicate = try NSPredicate(parsing: "title CONTAINS[cd] %@", arguments: [typed])
  /// ```
  ///
  /// - Parameters:
  ///   - format: the text, with placeholders.
  ///   - arguments: one for each placeholder.
  /// - Throws: `PredicateFormatError` with the position and what was expected there.
  public init(parsing format: String, arguments: [Any?] = []) throws(PredicateFormatError) {
    try self.init(try PredicateParser.predicate(format, arguments), format)
  }

  private init(_ predicate: NSPredicate, _ format: String) throws(PredicateFormatError) {
    guard let made = predicate as? Self else {
      throw PredicateFormatError(
        format: format, position: 0,
        reason: .expected("a predicate of the class \(Self.self)", found: "another kind"))
    }
    self = made
  }

  /// The predicate with values in place of its variables.
  public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
    guard let predicate = self as? NSPredicate else { return NSPredicate(value: false) }
    return predicate.substituting(variables)
  }
}

extension NSExpression {
  /// An expression written as text, with values for its placeholders. A format that does not parse
  /// traps with the position and the reason.
  public convenience init(format: String, _ arguments: Any?...) {
    self.init(format: format, argumentArray: arguments)
  }

  /// An expression written as text, with values for its placeholders.
  public convenience init(format: String, argumentArray arguments: [Any?]) {
    do {
      self.init(try PredicateParser.expression(format, arguments, isStrict: false).tree)
    } catch {
      fatalError("NSInvalidArgumentException: \(error)")
    }
  }

  /// An expression written as text, or the reason why the text is none.
  ///
  /// ```swift
  /// let total = try NSExpression(parsing: "@sum.price * %@", arguments: [1.19])
  /// ```
  ///
  /// - Parameters:
  ///   - format: the text, with placeholders.
  ///   - arguments: one for each placeholder.
  /// - Throws: `PredicateFormatError` with the position and what was expected there.
  public convenience init(
    parsing format: String, arguments: [Any?] = []
  ) throws(PredicateFormatError) {
    self.init(try PredicateParser.expression(format, arguments).tree)
  }
}
