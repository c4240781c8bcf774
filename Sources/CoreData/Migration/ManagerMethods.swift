internal import Foundation

/// What the expressions of a mapping may ask the migration manager for, and call of it.
extension NSMigrationManager: KeyValueSource, NamedMethodTarget {
  func predicateValue(forKey key: String) -> Any? {
    switch key {
    case "sourceContext": sourceContext
    case "destinationContext": destinationContext
    case "sourceModel": sourceModel
    case "destinationModel": destinationModel
    case "mappingModel": mappingModel
    case "currentEntityMapping": currentEntityMapping
    case "userInfo": userInfo
    default: nil
    }
  }

  func value(of method: NamedMethod, _ name: String, _ other: Any) -> Any? {
    switch method {
    case .fetchRequest:
      let request = NSFetchRequest<NSManagedObject>(entityName: name)
      request.includesSubentities = false
      request.predicate = (other as? String).map { NSPredicate(format: $0) }
      return request
    case .destinations:
      return destinationInstances(forEntityMappingName: name, sourceInstances: objects(other))
    case .destinationsOfRelationship:
      return (objects(other) ?? []).flatMap { destinations(of: $0, through: nil) }
    case .sources:
      return sourceInstances(forEntityMappingName: name, destinationInstances: objects(other))
    }
  }

  /// One object, or those of a collection; nil for something else.
  private func objects(_ value: Any) -> [NSManagedObject]? {
    switch value {
    case let object as NSManagedObject: [object]
    case let array as [NSManagedObject]: array
    case let set as Set<NSManagedObject>: Array(set)
    case let set as NSOrderedSet: set.array.compactMap { $0 as? NSManagedObject }
    case is NSNull: []
    default: nil
    }
  }
}
