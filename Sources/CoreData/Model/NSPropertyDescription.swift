public import Foundation

/// What attributes and relationships have in common.
open class NSPropertyDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because descriptions are changed only while a model is being built;
  // once a coordinator uses the model every change traps.

  /// The name by which objects know the property.
  open var name = "" { willSet { requireMutable() } }
  /// Whether the property may be without a value when its object is saved.
  open var isOptional = true { willSet { requireMutable() } }
  /// Whether the property is kept in memory only.
  open var isTransient = false { willSet { requireMutable() } }
  /// Whether a search index of the system has it; kept with the model, and without effect here.
  open var isIndexedBySpotlight = false { willSet { requireMutable() } }
  /// Whether it is in external records; kept with the model, and without effect here.
  open var isStoredInExternalRecord = false { willSet { requireMutable() } }
  /// Notes for readers of the model; the engine ignores them.
  open var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }
  /// The name of the property in the model that this one replaces.
  open var renamingIdentifier: String? {
    get { renamedFrom ?? name }
    set { renamedFrom = newValue }
  }
  /// Text that makes two otherwise equal versions of a property differ.
  open var versionHashModifier: String? { willSet { requireMutable() } }
  /// The entity that declares the property. One that is in no entity has none to tell.
  open var entity: NSEntityDescription {
    if let owner { return owner }
    misuse("The property \(name) is in no entity. Put it among an entity's properties first.")
  }
  /// The entity; nil until it has one, and when that is gone.
  final weak var owner: NSEntityDescription?
  /// What a value must satisfy to be saved, each with a warning to give when it does not.
  open private(set) var validationPredicates: [NSPredicate] = []
  /// Per validation predicate, the warning: a text, or a number that is an error code.
  open private(set) var validationWarnings: [Any] = []

  private var renamedFrom: String? { willSet { requireMutable() } }

  /// A property without a name.
  public required override init() {}

  /// Replaces the conditions that values must satisfy, with one warning for each.
  open func setValidationPredicates(
    _ predicates: [NSPredicate]?, withValidationWarnings warnings: [Any]?
  ) {
    requireMutable()
    validationPredicates = predicates ?? []
    validationWarnings = warnings ?? []
  }

  /// A property that may be changed and belongs to no entity.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.name = name
    copy.isOptional = isOptional
    copy.isTransient = isTransient
    copy.isIndexedBySpotlight = isIndexedBySpotlight
    copy.isStoredInExternalRecord = isStoredInExternalRecord
    copy.userInfo = userInfo
    copy.renamedFrom = renamedFrom
    copy.versionHashModifier = versionHashModifier
    copy.validationPredicates = validationPredicates
    copy.validationWarnings = validationWarnings
    return copy
  }

  open override func isEqual(_ object: Any?) -> Bool { saysTheSame(as: object) }
  open override var hash: Int { name.hashValue }

  /// A fingerprint of everything that matters to a store.
  open var versionHash: Data { Data(SHA256.digest(of: canonicalText)) }

  /// Everything about the property that decides whether a store fits, as one line.
  var canonicalText: String {
    "\(name)|optional=\(isOptional)|transient=\(isTransient)|\(versionHashModifier ?? "")"
  }

  func requireMutable() { owner?.requireMutable() }
}
