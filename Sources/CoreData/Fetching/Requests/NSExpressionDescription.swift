public import Foundation

/// A value that a dictionary fetch works out, under a name of its own.
open class NSExpressionDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.

  /// How the value is worked out.
  open var expression: NSExpression? { willSet { requireMutable() } }
  /// What kind of value it is.
  open var expressionResultType = NSAttributeType.undefinedAttributeType {
    willSet { requireMutable() }
  }

  /// The modern spelling of `expressionResultType`.
  open var resultType: NSAttributeDescription.AttributeType {
    get { NSAttributeDescription.AttributeType(rawValue: expressionResultType.rawValue) }
    set {
      expressionResultType = NSAttributeType(rawValue: newValue.rawValue) ?? expressionResultType
    }
  }

  /// A description without an entity that may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = super.copy(with: zone) as? NSExpressionDescription else { return self }
    copy.expression = expression
    copy.expressionResultType = expressionResultType
    return copy
  }
}

/// A fetch that belongs to an entity, under the name of a property.
open class NSFetchedPropertyDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.

  /// The request; its predicate may mention `$FETCH_SOURCE`, the object that is asked.
  open var fetchRequest: NSFetchRequest<any NSFetchRequestResult>? { willSet { requireMutable() } }

  /// A description without an entity that may be changed.
  open override func copy(with zone: NSZone? = nil) -> Any {
    let copy = super.copy(with: zone)
    (copy as? NSFetchedPropertyDescription)?.fetchRequest = fetchRequest
    return copy
  }
}
