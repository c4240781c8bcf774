internal import Foundation

/// What a save did, by ID: the form in which it may go to any queue.
struct ChangedIDs: Sendable {
  var inserted: [NSManagedObjectID] = []
  var updated: [NSManagedObjectID] = []
  var deleted: [NSManagedObjectID] = []
  /// Those of the updated ones whose rows were gone, and are there again.
  var reinserted: [NSManagedObjectID] = []

  /// Where notifications have them; Apple has no name for it.
  static let reinsertedKey = "reinsertedObjectIDs"

  var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  init() {}

  /// What a save wrote in the end.
  init(of objects: ObjectChanges) {
    inserted = objects.inserted.map { $0.identity }
    updated = objects.updated.map { $0.identity }
    deleted = objects.deleted.map { $0.identity }
    reinserted = objects.reinserted
  }

  /// Reads the payload of a did-save notification: objects, IDs or URIs, in any collection.
  /// Of the objects nothing but their IDs is read, which is allowed on every thread.
  init(_ payload: [AnyHashable: Any], coordinator: NSPersistentStoreCoordinator?) {
    func ids(_ keys: String...) -> [NSManagedObjectID] {
      var ids: [NSManagedObjectID] = []
      let all = keys.flatMap { Self.ids(in: payload[$0], coordinator) }
      for id in all.sorted(by: { $0.isBefore($1) }) where ids.last?.isSame(as: id) != true {
        ids.append(id)
      }
      return ids
    }
    inserted = ids(NSInsertedObjectsKey, NSInsertedObjectIDsKey)
    updated = ids(
      NSUpdatedObjectsKey, NSUpdatedObjectIDsKey, NSRefreshedObjectsKey, NSRefreshedObjectIDsKey)
    deleted = ids(NSDeletedObjectsKey, NSDeletedObjectIDsKey)
    reinserted = ids(Self.reinsertedKey)
  }

  /// The same for another context: IDs of its own model, without temporary IDs it cannot know.
  func translated(for context: NSManagedObjectContext) -> ChangedIDs {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    let entities = model?.entitiesByName ?? [:]
    // Mostly all have the same, and to follow a weak reference takes long.
    var ours: IDScope?
    func translate(_ ids: [NSManagedObjectID]) -> [NSManagedObjectID] {
      ids.compactMap { id in
        if id.isTemporaryID { return context.identities.registered(id) == nil ? nil : id }
        if id.scope === ours { return id }
        if id.entity.owningModel === model {
          ours = id.scope
          return id
        }
        return entities[id.entity.name ?? ""].map {
          NSManagedObjectID(entity: $0, key: id.key, storeUUID: id.storeUUID)
        }
      }
    }
    var translated = ChangedIDs()
    translated.inserted = translate(inserted)
    translated.updated = translate(updated)
    translated.deleted = translate(deleted)
    translated.reinserted = translate(reinserted)
    return translated
  }

  var counts: ChangeCounts {
    ChangeCounts(inserted: inserted.count, updated: updated.count, deleted: deleted.count)
  }

  private static func ids(
    in collection: Any?, _ coordinator: NSPersistentStoreCoordinator?
  ) -> [NSManagedObjectID] {
    switch collection {
    case let objects as Set<NSManagedObject>: objects.map(\.objectID)
    case let ids as Set<NSManagedObjectID>: Array(ids)
    case let urls as Set<URL>: urls.compactMap { id(of: $0, coordinator) }
    case let array as [Any]: array.compactMap { id(of: $0, coordinator) }
    case let set as NSSet: set.allObjects.compactMap { id(of: $0, coordinator) }
    default: []
    }
  }

  private static func id(
    of element: Any, _ coordinator: NSPersistentStoreCoordinator?
  ) -> NSManagedObjectID? {
    switch element {
    case let object as NSManagedObject: object.objectID
    case let id as NSManagedObjectID: id
    case let url as URL: coordinator?.managedObjectID(forURIRepresentation: url)
    default: nil
    }
  }
}
