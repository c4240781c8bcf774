internal import Foundation

// Notifications are delivered synchronously, on the thread that saves or changes (fact C11).

extension NSManagedObjectContext {
  final func postDidChange(_ event: EventChanges, _ shown: ShownSets?) {
    var info: [String: Any] = [:]
    info[NSInsertedObjectsKey] = set(of: event.inserted, shown)
    info[NSUpdatedObjectsKey] = set(of: event.updated, shown)
    info[NSDeletedObjectsKey] = set(of: event.deleted, shown)
    info[NSRefreshedObjectsKey] = set(of: event.refreshed, shown)
    if let all = event.invalidatedAll { info[NSInvalidatedAllObjectsKey] = all }
    post(.NSManagedObjectContextObjectsDidChange, info)
  }

  final func postWillSave() { post(.NSManagedObjectContextWillSave, nil) }

  /// - Parameters:
  ///   - generation: what a pinned context reads from now on.
  ///   - transactions: what the histories of the stores call the save, by UUID.
  final func postDidSave(
    _ saved: ObjectChanges, _ shown: ShownSets, _ generation: NSQueryGenerationToken?,
    _ transactions: [String: Int64]
  ) {
    var objects: [String: Any] = [:]
    objects[NSManagedObjectContextQueryGenerationKey] = generation
    // Apple has no name for the key.
    if !transactions.isEmpty {
      objects["newChangeToken"] = NSPersistentHistoryToken(transactions)
    }
    if !saved.reinserted.isEmpty {
      objects[ChangedIDs.reinsertedKey] = Set(saved.reinserted)
    }
    objects[NSInsertedObjectsKey] = set(of: saved.inserted, shown)
    objects[NSUpdatedObjectsKey] = set(of: saved.updated, shown)
    objects[NSDeletedObjectsKey] = set(of: saved.deleted, shown)
    post(.NSManagedObjectContextDidSave, objects)
    var ids: [String: Any] = [
      NSInsertedObjectIDsKey: ids(of: saved.inserted),
      NSUpdatedObjectIDsKey: ids(of: saved.updated),
      NSDeletedObjectIDsKey: ids(of: saved.deleted),
    ]
    ids[NSManagedObjectContextQueryGenerationKey] = generation
    for key in ["newChangeToken", ChangedIDs.reinsertedKey] { ids[key] = objects[key] }
    post(.NSManagedObjectContextDidSaveObjectIDs, ids)
  }

  private func post(_ name: Notification.Name, _ info: [String: Any]?) {
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }

  /// The objects as a notification shows them; nil if there are none.
  private func set(of objects: ObjectList, _ shown: ShownSets?) -> Set<NSManagedObject>? {
    if objects.isEmpty { return nil }
    return shown?.set(of: objects) ?? Set(of: objects)
  }

  private func ids(of objects: ObjectList) -> Set<NSManagedObjectID> {
    var ids = Set<NSManagedObjectID>(minimumCapacity: objects.count)
    objects.visit { ids.insert($0.identity) }
    return ids
  }
}

/// The sets that the notifications of one save show. What it announces at its end is nearly always
/// what it announced at its beginning, so each is made once.
final class ShownSets {
  private var sets: [(objects: ObjectList, set: Set<NSManagedObject>)] = []

  func set(of objects: ObjectList) -> Set<NSManagedObject> {
    if let known = sets.first(where: { $0.objects.isSame(as: objects) }) { return known.set }
    let set = Set(of: objects)
    sets.append((objects, set))
    return set
  }
}

extension Set<NSManagedObject> {
  fileprivate init(of objects: ObjectList) {
    self.init(minimumCapacity: objects.count)
    objects.visit { insert($0) }
  }
}
