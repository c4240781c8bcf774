public import Foundation

/// An attribute made of several others: a dictionary to a program, one column for each part to a
/// store. A part is named by a key path, such as `place.city`.
open class NSCompositeAttributeDescription: NSAttributeDescription, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.

  /// The parts, which may be composite themselves.
  open var elements: [NSAttributeDescription] = [] { willSet { requireMutable() } }
  /// The parts that hold values, named by their key paths; made when the model is frozen.
  private(set) var frozenLeaves: [NSAttributeDescription]?

  /// A composite attribute without parts.
  public required init() {
    super.init()
    attributeType = .compositeAttributeType
  }

  /// An attribute without an entity that may be changed, with copies of the parts.
  open override func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = super.copy(with: zone) as? NSCompositeAttributeDescription else { return self }
    copy.elements = elements.compactMap { $0.copy() as? NSAttributeDescription }
    return copy
  }

  override var canonicalText: String {
    "\(super.canonicalText)|elements=[\(elements.map(\.canonicalText).joined(separator: "; "))]"
  }

  /// The parts that hold values, each named by its key path.
  var leaves: [NSAttributeDescription] { frozenLeaves ?? makeLeaves() }

  fileprivate func freezeLeaves() -> [NSAttributeDescription] {
    let leaves = leaves
    frozenLeaves = leaves
    return leaves
  }

  private func makeLeaves() -> [NSAttributeDescription] {
    elements.flatMap { element -> [NSAttributeDescription] in
      let parts = (element as? NSCompositeAttributeDescription)?.leaves ?? [element]
      return parts.compactMap { part in
        guard let leaf = part.copy() as? NSAttributeDescription else { return nil }
        leaf.name = "\(name).\(part.name)"
        leaf.isTransient = isTransient
        // Where the whole may be missing, its parts may be.
        leaf.isOptional = isOptional || part.isOptional
        leaf.renamingIdentifier = "\(renamingIdentifier ?? name).\(part.renamingIdentifier ?? "")"
        leaf.owner = owner
        return leaf
      }
    }
  }
}

extension NSAttributeDescription {
  /// The attributes that hold its values: itself, or the parts of a composite one, which stay the
  /// same from now on.
  var frozenParts: [NSAttributeDescription] {
    (self as? NSCompositeAttributeDescription)?.freezeLeaves() ?? [self]
  }
}

extension NSPropertyDescription {
  /// The properties that hold its values: itself, or the parts of a composite attribute.
  var stored: [NSPropertyDescription] {
    (self as? NSCompositeAttributeDescription)?.leaves ?? [self]
  }
}

extension NSEntityDescription {
  /// Its own properties as a store keeps them: a composite attribute as its parts.
  var storedProperties: [NSPropertyDescription] {
    ownProperties.flatMap(\.stored)
  }
}
