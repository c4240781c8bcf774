public import Foundation

/// What happens at the other end when an object is deleted.
public enum NSDeleteRule: UInt, Sendable {
  /// Nothing happens; what referred to the object refers to nothing.
  case noActionDeleteRule = 0
  /// The other end forgets the object.
  case nullifyDeleteRule = 1
  /// The other end is deleted too.
  case cascadeDeleteRule = 2
  /// Nothing is deleted while there is another end.
  case denyDeleteRule = 3
}

/// A reference from the objects of one entity to those of another.
open class NSRelationshipDescription: NSPropertyDescription, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.

  /// The entity of the objects that are referred to.
  open weak var destinationEntity: NSEntityDescription? { willSet { requireMutable() } }
  /// The way back; setting one side of the pair does not set the other.
  open weak var inverseRelationship: NSRelationshipDescription? { willSet { requireMutable() } }
  /// 1 makes it to-one; 0, the default, is to-many without a limit.
  open var maxCount = 0 { willSet { requireMutable() } }
  /// The number of members needed when the object is saved; 0 does not ask.
  open var minCount = 0 { willSet { requireMutable() } }
  /// What happens to the members when the object is deleted.
  open var deleteRule = NSDeleteRule.nullifyDeleteRule { willSet { requireMutable() } }
  /// Whether a to-many relationship keeps its members in order.
  open var isOrdered = false { willSet { requireMutable() } }

  /// Whether there can be more than one member.
  open var isToMany: Bool { maxCount != 1 }

  /// A copy that may be changed. Destination and inverse still name the originals; copying the
  /// whole model makes them name its copies.
  open override func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = super.copy(with: zone) as? NSRelationshipDescription else { return self }
    copy.destinationEntity = destinationEntity
    copy.inverseRelationship = inverseRelationship
    copy.maxCount = maxCount
    copy.minCount = minCount
    copy.deleteRule = deleteRule
    copy.isOrdered = isOrdered
    return copy
  }

  override var canonicalText: String {
    "relationship|\(super.canonicalText)|to=\(destinationEntity?.name ?? "")"
      + "|inverse=\(inverseRelationship?.name ?? "")|\(minCount)...\(maxCount)|ordered=\(isOrdered)"
  }
}
