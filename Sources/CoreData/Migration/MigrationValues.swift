// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Foundation

// What new objects get, and who they are connected to.

extension NSMigrationManager {
  func value(
    of property: NSPropertyMapping, in mapping: NSEntityMapping, for source: NSManagedObject
  ) -> Any? {
    guard let expression = property.valueExpression else {
      let name = property.name ?? ""
      return source.entity.propertiesByName[name] == nil ? nil : source.value(forKey: name)
    }
    // A plain property keeps the form of its value, as of a set or a transformable.
    if case .keyPath(let names, let start) = expression.tree, names.count == 1,
      case .variable("source") = start.tree
    {
      return source.entity.propertiesByName[names[0]] == nil
        ? nil : source.value(forKey: names[0])
    }
    let evaluation = Evaluation(
      object: source,
      variables: [
        NSMigrationManagerKey: self, NSMigrationSourceObjectKey: source,
        NSMigrationEntityMappingKey: mapping, NSMigrationPropertyMappingKey: property,
      ])
    return expression.operand(in: evaluation).plainValue
  }

  /// Sets an attribute; an error for a value that it cannot have.
  func set(_ value: Any?, of name: String, in object: NSManagedObject) throws {
    guard let attribute = object.entity.attributesByName[name] else {
      throw failure("has a mapping for \(name), which \(object.entity.name ?? "?") lacks")
    }
    let value = try fitting(value, attribute)
    object.setValue(value is NSNull ? nil : value, forKey: name)
  }

  /// The value as the attribute can have it. A composite one takes what it has parts for, by their
  /// names or by what they were called, as an entity takes attributes.
  private func fitting(_ value: Any?, _ attribute: NSAttributeDescription) throws -> Any? {
    guard let composite = attribute as? NSCompositeAttributeDescription else {
      do { _ = try attribute.storedValue(of: value) } catch {
        throw failure("gives a value that does not fit: \(error.sentence)")
      }
      return value
    }
    if value == nil || value is NSNull { return nil }
    guard let given = value as? [String: Any] else {
      throw failure("gives \(attribute.name) a \(type(of: value!)), where a dictionary belongs")
    }
    var parts: [String: Any] = [:]
    for element in composite.elements {
      let former = element.renamingIdentifier.flatMap { given[$0] }
      parts[element.name] = try fitting(given[element.name] ?? former, element)
    }
    return parts
  }

  /// Sets a relationship. Source objects mean what became of them.
  func connect(
    _ object: NSManagedObject, _ name: String, to value: Any?, through mapping: String?
  ) throws {
    guard let relationship = object.entity.relationshipsByName[name] else {
      throw failure("has a mapping for \(name), which \(object.entity.name ?? "?") lacks")
    }
    let all: [Any]
    switch value {
    case nil, is NSNull: all = []
    case let set as NSOrderedSet: all = set.array
    case let set as Set<NSManagedObject>: all = Array(set)
    case let set as NSSet: all = set.allObjects
    case let array as [Any]: all = array
    default: all = [value as Any]
    }
    let members = try all.compactMap { $0 as? NSManagedObject }.flatMap { member in
      member.managedObjectContext === sourceContext
        ? destinations(of: member, through: mapping) : [member]
    }.filter { member in
      if member.entity.isKindOf(entity: relationship.destinationEntity!) { return true }
      throw failure("connects \(name) to objects of \(member.entity.name ?? "?")")
    }
    if relationship.isOrdered {
      object.setValue(NSOrderedSet(array: members), forKey: name)
    } else if relationship.isToMany {
      object.setValue(Set(members), forKey: name)
    } else {
      object.setValue(members.first, forKey: name)
    }
  }

  private func failure(_ what: String) -> CocoaError {
    CocoaError.coreData(
      .entityMigrationPolicy, "The entity mapping \(currentEntityMapping.name ?? "?")", what,
      wayOut: "Correct the mapping, or override its policy.")
  }

  func policy(of mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
    guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else {
      return NSEntityMigrationPolicy()
    }
    guard let found = NSClassFromString(name) as? NSEntityMigrationPolicy.Type else {
      throw CocoaError.coreData(
        .entityMigrationPolicy, "The entity mapping \(mapping.name ?? "?")",
        "names a policy \(name), which is no class of this program",
        wayOut: "Name a subclass of NSEntityMigrationPolicy with its module: Module.Class.")
    }
    return found.init()
  }

  // MARK: Stacks

  struct Stack {
    let coordinator: NSPersistentStoreCoordinator
    let context: NSManagedObjectContext

    func close() throws {
      context.reset()
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
  }

  /// A store of a model whose objects are plain.
  func stack(
    _ model: NSManagedObjectModel, _ type: NSPersistentStore.StoreType, _ url: URL,
    _ options: [AnyHashable: Any]?
  ) throws -> Stack {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model.ofPlainObjects)
    try coordinator.addPersistentStore(type: type, at: url, options: options)
    let context = NSManagedObjectContext(concurrencyType: .withoutQueue)
    context.persistentStoreCoordinator = coordinator
    return Stack(coordinator: coordinator, context: context)
  }
}

// What the expressions of a mapping call the parts of a migration: `$source`, `$manager` and the
// like.

/// The migration manager.
public let NSMigrationManagerKey = "manager"
/// The object that is read.
public let NSMigrationSourceObjectKey = "source"
/// The object that is made.
public let NSMigrationDestinationObjectKey = "destination"
/// The entity mapping at work.
public let NSMigrationEntityMappingKey = "entityMapping"
/// The property mapping at work.
public let NSMigrationPropertyMappingKey = "propertyMapping"
/// The policy at work.
public let NSMigrationEntityPolicyKey = "entityPolicy"
