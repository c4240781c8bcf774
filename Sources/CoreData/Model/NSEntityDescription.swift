public import Foundation

/// The description of a kind of object: its name, class, attributes and relationships.
open class NSEntityDescription: NSObject, NSCopying, @unchecked Sendable {
  // @unchecked Sendable because descriptions are changed only while a model is being built;
  // once a coordinator uses the model every change traps.

  /// The name, unique in a model.
  open var name: String? { willSet { requireMutable() } }
  /// The name of the class of the objects.
  open var managedObjectClassName: String! = "NSManagedObject" { willSet { requireMutable() } }
  /// Whether there are objects of the subentities only.
  open var isAbstract = false { willSet { requireMutable() } }
  /// Notes for readers of the model; the engine ignores them.
  open var userInfo: [AnyHashable: Any]? { willSet { requireMutable() } }
  /// The name of the entity in the model that this one replaces.
  open var renamingIdentifier: String? {
    get { renamedFrom ?? name }
    set { renamedFrom = newValue }
  }
  /// Text that makes two otherwise equal versions of an entity differ.
  open var versionHashModifier: String? { willSet { requireMutable() } }
  /// Groups of attributes, as names or descriptions, whose values no two rows may share.
  open var uniquenessConstraints: [[Any]] = [] { willSet { requireMutable() } }
  /// The indexes of the table beside those for relationships and constraints.
  open var indexes: [NSFetchIndexDescription] = [] {
    willSet { requireMutable() }
    didSet { for index in indexes { index.entity = self } }
  }
  /// An expression over the entity's attributes, for the search index of a system.
  open var coreSpotlightDisplayNameExpression: NSExpression? { willSet { requireMutable() } }
  /// The model that holds the entity. One that is in no model has none to tell.
  open var managedObjectModel: NSManagedObjectModel {
    if let owningModel { return owningModel }
    misuse("The entity \(name ?? "?") is in no model. Put it among a model's entities first.")
  }
  /// The model that holds the entity; nil once that is gone.
  final weak var owningModel: NSManagedObjectModel?
  /// The entity that this one inherits from.
  open internal(set) weak var superentity: NSEntityDescription?

  /// The entities that inherit from this one.
  open var subentities: [NSEntityDescription] = [] {
    willSet { requireMutable() }
    didSet { for entity in subentities { entity.superentity = self } }
  }

  /// The inherited properties, then its own.
  open var properties: [NSPropertyDescription] {
    get { frozenProperties ?? (superentity?.properties ?? []) + ownProperties }
    set {
      requireMutable()
      let inherited = Set((superentity?.properties ?? []).map(ObjectIdentifier.init))
      ownProperties = newValue.filter { !inherited.contains(ObjectIdentifier($0)) }
      for property in ownProperties { property.owner = self }
    }
  }

  private(set) var ownProperties: [NSPropertyDescription] = []
  /// The class of the objects, when it is given as a type and not by name.
  var objectClass: AnyClass? { willSet { requireMutable() } }

  private var renamedFrom: String? { willSet { requireMutable() } }
  /// Where each property is kept; made when the model is frozen.
  private(set) var frozenLayout: EntityLayout?
  /// Own and inherited properties; they stay known when the superentity is gone.
  private var frozenProperties: [NSPropertyDescription]?
  private var frozenByName: [String: NSPropertyDescription] = [:]

  /// An entity without name and properties.
  public required override init() {}

  open override func isEqual(_ object: Any?) -> Bool { saysTheSame(as: object) }
  open override var hash: Int { name.hashValue }

  /// An entity that may be changed, with copies of its own properties. Names of other entities
  /// still mean the originals; copying the whole model makes them mean its copies.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.name = name
    copy.managedObjectClassName = managedObjectClassName
    copy.isAbstract = isAbstract
    copy.userInfo = userInfo
    copy.renamedFrom = renamedFrom
    copy.versionHashModifier = versionHashModifier
    copy.uniquenessConstraints = constraintNames
    copy.objectClass = objectClass
    copy.coreSpotlightDisplayNameExpression = coreSpotlightDisplayNameExpression
    copy.properties = ownProperties.compactMap { $0.copy() as? NSPropertyDescription }
    copy.indexes = indexes.compactMap { $0.copy() as? NSFetchIndexDescription }
    return copy
  }
}

// MARK: Being in use

extension NSEntityDescription {
  /// Where each property is kept. Asking for it puts the entity in use: it may not change any more.
  var layout: EntityLayout {
    if let frozenLayout { return frozenLayout }
    if let owningModel { owningModel.freeze() } else { freeze() }
    return frozenLayout ?? EntityLayout(of: self)
  }

  func freeze() {
    guard frozenLayout == nil else { return }
    superentity?.freeze()
    let all = properties
    frozenProperties = all
    frozenByName = Dictionary(all.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    frozenLayout = EntityLayout(of: self)
  }

  func requireMutable() {
    guard frozenLayout != nil else { return }
    fatalError(
      "Can't modify an immutable model: entity '\(name ?? "?")' is in use by a coordinator or an "
        + "object. Make the change before first use, or in a copy() of the model.")
  }
}

// MARK: Looking things up

extension NSEntityDescription {
  /// The attributes, inherited ones too.
  public final var attributesByName: [String: NSAttributeDescription] {
    byName(NSAttributeDescription.self)
  }
  /// The relationships, inherited ones too.
  public final var relationshipsByName: [String: NSRelationshipDescription] {
    byName(NSRelationshipDescription.self)
  }
  /// All properties, inherited ones too.
  public final var propertiesByName: [String: NSPropertyDescription] {
    byName(NSPropertyDescription.self)
  }
  /// The subentities by name.
  public final var subentitiesByName: [String: NSEntityDescription] {
    Dictionary(subentities.map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The relationships whose members are objects of `entity`.
  public final func relationships(
    forDestination entity: NSEntityDescription
  ) -> [NSRelationshipDescription] {
    properties.compactMap { $0 as? NSRelationshipDescription }
      .filter { $0.destinationEntity === entity }
  }

  /// The property of that name, found without building a table.
  func property(named name: String) -> NSPropertyDescription? {
    frozenLayout != nil ? frozenByName[name] : properties.first { $0.name == name }
  }

  private func byName<Property: NSPropertyDescription>(_: Property.Type) -> [String: Property] {
    var found: [String: Property] = [:]
    for case let property as Property in properties { found[property.name] = property }
    return found
  }

  /// Whether this entity is `entity` or inherits from it.
  public final func isKindOf(entity: NSEntityDescription) -> Bool {
    self === entity || superentity?.isKindOf(entity: entity) ?? false
  }

  /// The topmost ancestor: its table holds the rows of the whole family.
  var root: NSEntityDescription { superentity?.root ?? self }

  /// This entity and everything that inherits from it, sorted by name at each level.
  var family: [NSEntityDescription] {
    [self] + subentities.sorted { ($0.name ?? "") < ($1.name ?? "") }.flatMap(\.family)
  }

  /// Its uniqueness constraints as attribute names.
  var constraintNames: [[String]] {
    uniquenessConstraints.map { constraint in
      constraint.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }
    }
  }
}

// MARK: Versions

extension NSEntityDescription {
  /// A fingerprint of everything that matters to a store.
  public final var versionHash: Data { Data(SHA256.digest(of: canonicalText)) }

  /// Everything about the entity that decides whether a store fits, in one order.
  var canonicalText: String {
    let head = "entity|\(name ?? "")|abstract=\(isAbstract)|super=\(superentity?.name ?? "")"
    let constraints = constraintNames.map { $0.sorted().joined(separator: ",") }.sorted()
    let properties = properties.filter { !($0 is NSExpressionDescription) }
      .map(\.canonicalText).sorted()
    return ([head, versionHashModifier ?? ""] + constraints + properties).joined(separator: "\n")
  }
}
