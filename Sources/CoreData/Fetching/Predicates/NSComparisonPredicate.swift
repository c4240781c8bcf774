public import Foundation

/// A predicate that compares two expressions.
///
/// Foundation on Linux declares a class of this name that cannot be used; a file that names the
/// type beside `import Foundation` says `import class CoreData.NSComparisonPredicate`.
open class NSComparisonPredicate: NSPredicate {
  /// How a to-many left side is compared, with Apple's numbers.
  public enum Modifier: UInt, Sendable {
    /// The values themselves are compared.
    case direct = 0
    /// Every member on the left must compare so.
    case all = 1
    /// Some member on the left must compare so.
    case any = 2
  }

  /// What is compared, with Apple's numbers.
  public enum Operator: UInt, Sendable, CaseIterable {
    /// `<`
    case lessThan = 0
    /// `<=`
    case lessThanOrEqualTo = 1
    /// `>`
    case greaterThan = 2
    /// `>=`
    case greaterThanOrEqualTo = 3
    /// `==`
    case equalTo = 4
    /// `!=`
    case notEqualTo = 5
    /// `MATCHES`: a regular expression fits the whole text.
    case matches = 6
    /// `LIKE`: a pattern with `*` and `?` fits the whole text.
    case like = 7
    /// `BEGINSWITH`
    case beginsWith = 8
    /// `ENDSWITH`
    case endsWith = 9
    /// `IN`: the left is a member, or a part, of the right.
    case `in` = 10
    /// `CONTAINS`: the right is a member, or a part, of the left.
    case contains = 99
    /// `BETWEEN`: the left is not outside the two bounds.
    case between = 100
  }

  /// How texts are compared.
  public struct Options: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// A set of bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// `[c]`: upper and lower case are the same.
    public static let caseInsensitive = Options(rawValue: 1)
    /// `[d]`: letters with and without marks are the same.
    public static let diacriticInsensitive = Options(rawValue: 2)
    /// `[n]`: the texts are known to be normalised; compared as they are.
    public static let normalized = Options(rawValue: 4)
  }

  /// What stands on the left.
  public let leftExpression: NSExpression
  /// What stands on the right.
  public let rightExpression: NSExpression
  /// How a to-many left side is compared.
  public let comparisonPredicateModifier: Modifier
  /// What is compared.
  public let predicateOperatorType: Operator
  /// How texts are compared.
  public let options: Options

  /// A comparison.
  public init(
    leftExpression left: NSExpression, rightExpression right: NSExpression,
    modifier: Modifier, type: Operator, options: Options = []
  ) {
    leftExpression = left
    rightExpression = right
    comparisonPredicateModifier = modifier
    predicateOperatorType = type
    self.options = options
    super.init(value: false)
  }

  /// Predicates are not archived here; always nil.
  public required init?(coder: NSCoder) { nil }

  open override func evaluate(with object: Any?, substitutionVariables: [String: Any]?) -> Bool {
    holds(in: Evaluation(object: object, variables: substitutionVariables ?? [:]))
  }

  open override func evaluate(with object: Any?) -> Bool {
    evaluate(with: object, substitutionVariables: nil)
  }

  open override var predicateFormat: String { PredicateText.text(of: self) }
  open override var description: String { predicateFormat }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSComparisonPredicate else { return false }
    return predicateOperatorType == other.predicateOperatorType
      && comparisonPredicateModifier == other.comparisonPredicateModifier
      && options == other.options && leftExpression.isEqual(other.leftExpression)
      && rightExpression.isEqual(other.rightExpression)
  }

  open override var hash: Int { predicateFormat.hashValue }

  /// Itself: a predicate never changes.
  open override func copy(with zone: NSZone? = nil) -> Any { self }
}
