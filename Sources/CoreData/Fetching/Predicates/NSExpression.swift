public import Foundation

/// A value to be worked out: one side of a comparison, or a column of a dictionary fetch.
///
/// Foundation on Linux declares a class of this name that cannot be used; a file that names the
/// type beside `import Foundation` says `import class CoreData.NSExpression`.
open class NSExpression: NSObject, NSCopying {
  /// The kinds of expressions, with Apple's numbers.
  public enum ExpressionType: UInt, Sendable {
    /// A value.
    case constantValue = 0
    /// `SELF`
    case evaluatedObject = 1
    /// `$NAME`
    case variable = 2
    /// A path of properties.
    case keyPath = 3
    /// A function of other expressions.
    case function = 4
    /// The members of either side.
    case unionSet = 5
    /// The members of both sides.
    case intersectSet = 6
    /// The members of the left without those of the right.
    case minusSet = 7
    /// `SUBQUERY`: the members for which a predicate holds.
    case subquery = 13
    /// A list of expressions.
    case aggregate = 14
    /// A block of the program's.
    case block = 19
    /// `TERNARY`: one expression or the other.
    case conditional = 20
    /// What a fetch finds; a class of its own, `NSFetchRequestExpression`.
    case fetchRequest = 50
  }

  /// A block that works out a value from an object, the values of arguments and a context.
  public typealias Block = (Any?, [Any], NSMutableDictionary?) -> Any

  indirect enum Tree {
    case constant(Constant)
    case evaluatedObject
    case variable(String)
    case keyPath([String], of: NSExpression)
    case function(String, [NSExpression])
    case aggregate([NSExpression])
    case sets(ExpressionType, NSExpression, NSExpression)
    case subquery(NSExpression, variable: String, NSPredicate)
    case conditional(NSPredicate, NSExpression, NSExpression)
    case block(Block, [NSExpression])
  }

  /// A constant beside its comparable form, which is worked out once.
  struct Constant {
    let value: Any?
    let operand: Operand

    init(_ value: Any?) {
      operand = Operand(value)
      self.value = Self.boxed(value, operand)
    }

    /// Swift's numbers as Apple's API gives them, so that they read as any type of number.
    private static func boxed(_ value: Any?, _ operand: Operand) -> Any? {
      switch value {
      case let number as NSNumber: number
      case let flag as Bool: NSNumber(value: flag)
      case is any BinaryInteger, is any BinaryFloatingPoint: operand.plainValue
      default: value
      }
    }
  }

  let tree: Tree

  init(_ tree: Tree) { self.tree = tree }

  /// A constant; nil stands for no value.
  public convenience init(forConstantValue value: Any?) { self.init(.constant(Constant(value))) }

  /// The value of a variable of the predicate.
  public convenience init(forVariable name: String) { self.init(.variable(name)) }

  /// The value found along property names joined by dots.
  public convenience init(forKeyPath keyPath: String) {
    self.init(.keyPath(keyPath.split(separator: ".").map(String.init), of: .selfObject))
  }

  /// The value of a predefined function such as `sum:` or `lowercase:`.
  public convenience init(forFunction name: String, arguments: [Any]) {
    self.init(.function(name, arguments.map(NSExpression.init(of:))))
  }

  /// A collection made of the values of expressions.
  public convenience init(forAggregate expressions: [Any]) {
    self.init(.aggregate(expressions.map(NSExpression.init(of:))))
  }

  /// The members of both collections.
  public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
    self.init(.sets(.unionSet, left, right))
  }

  /// The members that are in both collections.
  public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
    self.init(.sets(.intersectSet, left, right))
  }

  /// The members of the first collection that are not in the second.
  public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
    self.init(.sets(.minusSet, left, right))
  }

  /// The members of a collection for which a predicate about `variable` holds.
  public convenience init(
    forSubquery collection: NSExpression, usingIteratorVariable variable: String,
    predicate: Any
  ) {
    let condition = predicate as? NSPredicate ?? NSPredicate(value: false)
    self.init(.subquery(collection, variable: variable, condition))
  }

  /// One of two values, as a predicate decides.
  public convenience init(
    forConditional predicate: NSPredicate, trueExpression: NSExpression,
    falseExpression: NSExpression
  ) {
    self.init(.conditional(predicate, trueExpression, falseExpression))
  }

  /// The value of a block. It can be evaluated in memory only.
  public convenience init(block: @escaping Block, arguments: [NSExpression]?) {
    self.init(.block(block, arguments ?? []))
  }

  /// The object that is being looked at.
  open class func expressionForEvaluatedObject() -> NSExpression { .selfObject }

  static var selfObject: NSExpression { NSExpression(.evaluatedObject) }

  /// An expression as it is; anything else as a constant.
  convenience init(of value: Any) {
    self.init((value as? NSExpression)?.tree ?? .constant(Constant(value)))
  }

  open override var description: String { PredicateText.text(of: self) }

  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? NSExpression else { return false }
    return self === other || tree.isEqual(other.tree)
  }

  open override var hash: Int { description.hashValue }

  /// Itself: an expression never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}

extension NSExpression.Tree {
  /// Whether both say the same. Blocks are never the same.
  func isEqual(_ other: NSExpression.Tree) -> Bool {
    switch (self, other) {
    case (.constant(let left), .constant(let right)):
      left.operand.isSame(as: right.operand)
    case (.evaluatedObject, .evaluatedObject): true
    case (.variable(let left), .variable(let right)): left == right
    case (.keyPath(let left, of: let source), .keyPath(let right, of: let other)):
      left == right && source.isEqual(other)
    case (.function(let left, let own), .function(let right, let others)):
      left == right && Self.areEqual(own, others)
    case (.aggregate(let own), .aggregate(let others)): Self.areEqual(own, others)
    case (.sets(let kind, let a, let b), .sets(let other, let c, let d)):
      kind == other && a.isEqual(c) && b.isEqual(d)
    case (.subquery(let a, variable: let b, let c), .subquery(let d, variable: let e, let f)):
      a.isEqual(d) && b == e && c.isEqual(f)
    case (.conditional(let a, let b, let c), .conditional(let d, let e, let f)):
      a.isEqual(d) && b.isEqual(e) && c.isEqual(f)
    default: false
    }
  }

  private static func areEqual(_ left: [NSExpression], _ right: [NSExpression]) -> Bool {
    left.count == right.count && zip(left, right).allSatisfy { $0.isEqual($1) }
  }
}
