public import Foundation

/// How an element of an index is kept.
public enum NSFetchIndexElementType: UInt, Sendable {
  /// In the order of the values.
  case binary = 0
  /// By ranges in several dimensions.
  case rTree = 1
}

/// One column of an index.
open class NSFetchIndexElementDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because descriptions are not changed once their model is in use.

  /// The property that is indexed.
  open private(set) var property: NSPropertyDescription?
  /// How it is kept.
  open var collationType: NSFetchIndexElementType
  /// Whether small values come first.
  open var isAscending = true
  /// The index that it is an element of; nil until it is in one.
  open internal(set) weak var indexDescription: NSFetchIndexDescription?
  /// The name of the property that is indexed.
  open var propertyName: String? { property?.name }

  /// An element for one property.
  public init(property: NSPropertyDescription, collationType: NSFetchIndexElementType) {
    self.property = property
    self.collationType = collationType
  }

  open override func isEqual(_ object: Any?) -> Bool { saysTheSame(as: object) }
  open override var hash: Int { property?.name.hashValue ?? 0 }

  /// An element for the same property.
  open func copy(with zone: NSZone? = nil) -> Any {
    guard let property else { return self }
    let copy = NSFetchIndexElementDescription(property: property, collationType: collationType)
    copy.isAscending = isAscending
    return copy
  }
}

/// An index that makes fetches by some properties fast.
open class NSFetchIndexDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because descriptions are not changed once their model is in use.

  /// The name, unique in its entity.
  open var name: String
  /// The columns, in order.
  open var elements: [NSFetchIndexElementDescription] {
    didSet { for element in elements { element.indexDescription = self } }
  }
  /// The entity that declares it.
  open internal(set) weak var entity: NSEntityDescription?
  /// Which rows the index holds; nil for all.
  open var partialIndexPredicate: NSPredicate?

  /// An index over some columns.
  public init(name: String, elements: [NSFetchIndexElementDescription]?) {
    self.name = name
    self.elements = elements ?? []
    super.init()
    for element in self.elements { element.indexDescription = self }
  }

  open override func isEqual(_ object: Any?) -> Bool { saysTheSame(as: object) }
  open override var hash: Int { name.hashValue }

  /// An index with copies of the columns.
  open func copy(with zone: NSZone? = nil) -> Any {
    let elements = elements.compactMap { $0.copy() as? NSFetchIndexElementDescription }
    let copy = NSFetchIndexDescription(name: name, elements: elements)
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }
}
