public import Foundation

/// The description of a kind of object: its name, class, attributes and relationships.
open class NSEntityDescription: NSObject, @unchecked Sendable {
  // @unchecked Sendable because descriptions are changed only while a model is being built;
  // once a coordinator uses the model every change traps.
  open var name: String? { willSet { requireMutable() } }
  open var managedObjectClassName: String! = "NSManagedObject" { willSet { requireMutable() } }
  open var isAbstract = false { willSet { requireMutable() } }
  open var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }
  open var renamingIdentifier: String? { willSet { requireMutable() } }
  open var versionHashModifier: String? { willSet { requireMutable() } }
  open var uniquenessConstraints: [[Any]] = [] { willSet { requireMutable() } }
  open internal(set) unowned var managedObjectModel: NSManagedObjectModel!
  open internal(set) unowned var superentity: NSEntityDescription?

  /// The entities that inherit from this one.
  open var subentities: [NSEntityDescription] = [] {
    willSet { requireMutable() }
    didSet { for entity in subentities { entity.superentity = self } }
  }

  /// Its own properties followed by the inherited ones.
  open var properties: [NSPropertyDescription] {
    get { (superentity?.properties ?? []) + ownProperties }
    set {
      requireMutable()
      let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
      ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
      for property in ownProperties { property.entity = self }
    }
  }

  private(set) var ownProperties: [NSPropertyDescription] = []
  /// Where each property is kept; made when the model is frozen.
  private(set) var frozenLayout: EntityLayout?
  /// The class of the objects, when it is given as a type and not by name.
  var objectClass: AnyClass?

  /// Where each property is kept. Asking for it needs a frozen model.
  var layout: EntityLayout {
    guard let frozenLayout else {
      preconditionFailure("entity \(name ?? "without a name") belongs to no model in use")
    }
    return frozenLayout
  }

  func freeze() { if frozenLayout == nil { frozenLayout = EntityLayout(of: self) } }

  func requireMutable() {
    precondition(
      frozenLayout == nil,
      "Can't modify an immutable model: entity \(name ?? "?") is in use by a coordinator. "
        + "Change a copy() of the model before the first coordinator is made.")
  }

  public final var attributesByName: [String: NSAttributeDescription] {
    byName(NSAttributeDescription.self)
  }
  public final var relationshipsByName: [String: NSRelationshipDescription] {
    byName(NSRelationshipDescription.self)
  }
  public final var propertiesByName: [String: NSPropertyDescription] {
    byName(NSPropertyDescription.self)
  }

  private func byName<Property: NSPropertyDescription>(_: Property.Type) -> [String: Property] {
    var found: [String: Property] = [:]
    for case let property as Property in properties { found[property.name] = property }
    return found
  }

  /// Whether this entity is `entity` or inherits from it.
  open func isKindOf(entity: NSEntityDescription) -> Bool {
    self === entity || superentity?.isKindOf(entity: entity) ?? false
  }

  /// The topmost ancestor: its table holds the rows of the whole family.
  var root: NSEntityDescription { superentity?.root ?? self }
}
