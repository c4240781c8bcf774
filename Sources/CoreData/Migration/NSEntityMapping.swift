internal import Foundation

/// How one property of a new object gets its value.
open class NSPropertyMapping: NSObject {
  /// The property of the destination.
  open var name: String?
  /// What it gets. `$source` is the source object, `$manager` the manager, `$entityMapping` and
  /// `$propertyMapping` what they say. nil means the property of the same name, or nothing.
  open var valueExpression: NSExpression?
  /// The entity mapping that made the objects meant by source objects in the value; nil for any.
  var throughMapping: String?
  /// Notes for a policy.
  open var userInfo: [AnyHashable: Any]?

  /// A mapping that has yet to be named.
  public override init() {}

  /// A mapping of one property.
  public convenience init(name: String, valueExpression: NSExpression? = nil) {
    self.init()
    (self.name, self.valueExpression) = (name, valueExpression)
  }
}

/// What becomes of an entity, with Apple's numbers.
public enum NSEntityMappingType: UInt, Sendable {
  /// Nothing is said.
  case undefinedEntityMappingType = 0
  /// A policy decides.
  case customEntityMappingType = 1
  /// The entity is new.
  case addEntityMappingType = 2
  /// The entity goes, with its objects.
  case removeEntityMappingType = 3
  /// The entity is as it was.
  case copyEntityMappingType = 4
  /// The entity changed.
  case transformEntityMappingType = 5
}

/// How the objects of one entity become objects of another.
open class NSEntityMapping: NSObject {
  /// Its name in the mapping model.
  open var name: String! = ""
  /// What becomes of the entity.
  open var mappingType = NSEntityMappingType.undefinedEntityMappingType
  /// Where objects come from; nil for an entity that is new.
  open var sourceEntityName: String?
  /// What they become; nil for an entity that goes.
  open var destinationEntityName: String?
  /// The version of the source entity.
  open var sourceEntityVersionHash: Data?
  /// The version of the destination entity.
  open var destinationEntityVersionHash: Data?
  /// How attributes get their values.
  open var attributeMappings: [NSPropertyMapping]?
  /// How relationships get their members.
  open var relationshipMappings: [NSPropertyMapping]?
  /// Which objects; nil for all of the source entity, without those of its subentities.
  open var sourceExpression: NSExpression?
  /// Which of them, if a file says so.
  var sourceFilter: NSPredicate?
  /// Notes for a policy.
  open var userInfo: [AnyHashable: Any]?
  /// The class of the policy, a subclass of `NSEntityMigrationPolicy`, as `Module.Class`.
  open var entityMigrationPolicyClassName: String?

  /// A mapping that has yet to say anything.
  public override init() {}

  /// A mapping from one entity to another; nil for one that is new or goes.
  convenience init(from source: NSEntityDescription?, to destination: NSEntityDescription?) {
    self.init()
    (sourceEntityName, destinationEntityName) = (source?.name, destination?.name)
    (sourceEntityVersionHash, destinationEntityVersionHash) = (
      source?.versionHash, destination?.versionHash
    )
    let kind: String
    switch (source, destination) {
    case (nil, _): (mappingType, kind) = (.addEntityMappingType, "Add")
    case (_, nil): (mappingType, kind) = (.removeEntityMappingType, "Remove")
    case (let source?, let destination?):
      let isSame = source.versionHash == destination.versionHash
      mappingType = isSame ? .copyEntityMappingType : .transformEntityMappingType
      kind = isSame ? "Copy" : "Transform"
    }
    name = "IEM_\(kind)_\(destination?.name ?? source?.name ?? "")"
  }
}
