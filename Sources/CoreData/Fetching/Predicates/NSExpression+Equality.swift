internal import Foundation

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
