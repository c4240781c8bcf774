/// What happens at the other end when an object is deleted.
public enum NSDeleteRule: UInt, Sendable {
  case noActionDeleteRule = 0
  case nullifyDeleteRule = 1
  case cascadeDeleteRule = 2
  case denyDeleteRule = 3
}

/// A reference from the objects of one entity to those of another.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.
  open unowned var destinationEntity: NSEntityDescription? { willSet { requireMutable() } }
  open unowned var inverseRelationship: NSRelationshipDescription? { willSet { requireMutable() } }
  /// 1 makes it to-one; 0, the default, is to-many without a limit.
  open var maxCount = 0 { willSet { requireMutable() } }
  open var minCount = 0 { willSet { requireMutable() } }
  open var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireMutable() } }
  open var isOrdered = false { willSet { requireMutable() } }

  open var isToMany: Bool { maxCount != 1 }
}
