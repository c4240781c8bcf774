internal import Foundation

// What can be wrong with the answers of a store of one's own.

extension CocoaError {
  /// The store answered with something that makes no sense.
  static func nonsense(_ store: NSPersistentStore, _ what: String, wayOut: String) -> CocoaError {
    coreData(
      .persistentStoreOperation, store.label, "of the class \(type(of: store)) \(what)",
      wayOut: wayOut, [NSAffectedStoresErrorKey: [store]])
  }

  /// An object ID that the store must not speak of; nil if it may.
  static func wrongID(
    _ id: NSManagedObjectID, from store: NSPersistentStore, for entity: NSEntityDescription
  ) -> CocoaError? {
    if id.isTemporaryID || id.storeUUID != store.identifier {
      return nonsense(
        store, "answers with the ID \(id), which is not one of its own",
        wayOut: "Make IDs with newObjectID(for:referenceObject:) or "
          + "objectID(for:withReferenceObject:).")
    }
    if !id.entity.isKindOf(entity: entity) {
      return nonsense(
        store,
        "answers with \(id.shortName), of another entity than \(entity.name ?? "was asked for")",
        wayOut: "Answer with objects of the entity, or of its subentities.")
    }
    return nil
  }
}

extension NSPropertyDescription {
  /// The typed form of what a store gave for this property; an error that names it if it cannot be.
  func value(
    from given: Any?, of id: NSManagedObjectID, in store: NSPersistentStore
  ) throws -> Value {
    if given == nil || given is NSNull { return .null }
    if let attribute = self as? NSAttributeDescription {
      do { return try attribute.storedValue(of: given) } catch {
        throw CocoaError.nonsense(
          store, "gives \(id.shortName) a wrong \(name): \(error.sentence)",
          wayOut: "Give values of the type that the model says.")
      }
    }
    guard let relationship = self as? NSRelationshipDescription,
      let destination = relationship.destinationEntity
    else { return .null }
    guard let other = NSManagedObjectID.named(by: given) else {
      throw CocoaError.nonsense(
        store, "gives \(id.shortName) a wrong \(name): \(given ?? "nothing") is no object",
        wayOut: "Give an NSManagedObjectID, or a cache node in an atomic store.")
    }
    if let error = CocoaError.wrongID(other, from: store, for: destination) { throw error }
    return .reference(other)
  }
}

extension NSManagedObjectID {
  /// The ID that a store means by an ID, a node or an object.
  static func named(by given: Any?) -> NSManagedObjectID? {
    switch given {
    case let id as NSManagedObjectID: id
    case let node as NSAtomicStoreCacheNode: node.objectID
    case let object as NSManagedObject: object.identity
    default: nil
    }
  }
}

extension NSRelationshipDescription {
  /// The members that a store gave for this to-many relationship.
  func members(
    from given: Any?, of id: NSManagedObjectID, in store: NSPersistentStore
  ) throws -> [NSManagedObjectID] {
    let all: [Any]
    switch given {
    case nil, is NSNull: all = []
    case let array as [Any]: all = array
    case let set as NSOrderedSet: all = set.array
    case let set as NSSet: all = set.allObjects
    default: all = [given as Any]
    }
    let members = try all.compactMap { member -> NSManagedObjectID? in
      if case .reference(let id) = try value(from: member, of: id, in: store) { id } else { nil }
    }
    return isOrdered ? members : members.sorted { $0.number < $1.number }
  }
}
