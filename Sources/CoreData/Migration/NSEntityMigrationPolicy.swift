internal import Foundation

/// Makes the objects of one entity mapping. Override what the mapping itself cannot say.
///
///     begin
///     createDestinationInstances     of each source object
///     endInstanceCreation
///     createRelationships            of each new object, when all are there
///     endRelationshipCreation
///     performCustomValidation
///     end
open class NSEntityMigrationPolicy: NSObject {
  /// A policy; a manager makes one for each entity mapping.
  public required override init() {}

  /// The entity mapping begins.
  open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

  /// Makes what a source object becomes: one object with the attributes of the mapping, unless
  /// overridden. An override that makes others calls
  /// `associate(sourceInstance:withDestinationInstance:for:)`.
  open func createDestinationInstances(
    forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {
    guard let name = mapping.destinationEntityName else { return }
    let new = NSEntityDescription.insertNewObject(
      forEntityName: name, into: manager.destinationContext)
    for property in mapping.attributeMappings ?? [] {
      guard let name = property.name, property.says(somethingOf: sInstance) else { continue }
      let value = manager.value(of: property, in: mapping, for: sInstance)
      try manager.set(value, of: name, in: new)
    }
    manager.associate(sourceInstance: sInstance, withDestinationInstance: new, for: mapping)
  }

  /// All objects of the mapping are there.
  open func endInstanceCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Connects a new object. Source objects in the value of a mapping mean what became of them.
  open func createRelationships(
    forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping,
    manager: NSMigrationManager
  ) throws {
    guard
      let source = manager.sourceInstances(
        forEntityMappingName: mapping.name, destinationInstances: [dInstance]
      ).first
    else { return }
    for property in mapping.relationshipMappings ?? [] {
      guard let name = property.name, property.says(somethingOf: source) else { continue }
      let value = manager.value(of: property, in: mapping, for: source)
      try manager.connect(dInstance, name, to: value, through: property.throughMapping)
    }
  }

  /// All objects of the mapping are connected.
  open func endRelationshipCreation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// Looks at what was made; throws to give up.
  open func performCustomValidation(
    forMapping mapping: NSEntityMapping, manager: NSMigrationManager
  ) throws {}

  /// The entity mapping ends.
  open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}

extension NSPropertyMapping {
  /// Without an expression it means the property of the same name. Where the source has none, what
  /// is there stays: a default, or what a policy has set.
  fileprivate func says(somethingOf source: NSManagedObject) -> Bool {
    valueExpression != nil || source.entity.propertiesByName[name ?? ""] != nil
  }
}
