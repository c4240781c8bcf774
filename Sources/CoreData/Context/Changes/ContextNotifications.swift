internal import Foundation

// Notifications are delivered synchronously, on the thread that saves or changes (fact C11).

extension NSManagedObjectContext {
  final func postDidChange(_ event: EventChanges) {
    var info: [String: Any] = [:]
    info[NSInsertedObjectsKey] = set(of: event.inserted)
    info[NSUpdatedObjectsKey] = set(of: event.updated)
    info[NSDeletedObjectsKey] = set(of: event.deleted)
    info[NSRefreshedObjectsKey] = set(of: event.refreshed)
    info[NSInvalidatedObjectsKey] = set(of: event.invalidated)
    if let all = event.invalidatedAll { info[NSInvalidatedAllObjectsKey] = all }
    post(.NSManagedObjectContextObjectsDidChange, info)
  }

  final func postWillSave() { post(.NSManagedObjectContextWillSave, nil) }

  final func postDidSave(_ pass: SavePass) {
    var objects: [String: Any] = [:]
    objects[NSInsertedObjectsKey] = set(of: pass.inserted)
    objects[NSUpdatedObjectsKey] = set(of: pass.updated)
    objects[NSDeletedObjectsKey] = set(of: pass.deleted)
    post(.NSManagedObjectContextDidSave, objects)
    let ids: [String: Any] = [
      NSInsertedObjectIDsKey: ids(of: pass.inserted),
      NSUpdatedObjectIDsKey: ids(of: pass.updated),
      NSDeletedObjectIDsKey: ids(of: pass.deleted),
    ]
    post(.NSManagedObjectContextDidSaveObjectIDs, ids)
  }

  private func post(_ name: Notification.Name, _ info: [String: Any]?) {
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }

  /// The objects as a notification shows them; nil if there are none. What a save announces at its
  /// end is nearly always what it announced at its beginning, so the sets shown then are kept while
  /// it runs.
  private func set(of objects: ObjectList) -> Set<NSManagedObject>? {
    if objects.isEmpty { return nil }
    if let shown = setsInSave.first(where: { $0.objects.isSame(as: objects) }) { return shown.set }
    var set = Set<NSManagedObject>(minimumCapacity: objects.count)
    objects.visit { set.insert($0) }
    if isSaving { setsInSave.append((objects, set)) }
    return set
  }

  private func ids(of objects: ObjectList) -> Set<NSManagedObjectID> {
    var ids = Set<NSManagedObjectID>(minimumCapacity: objects.count)
    objects.visit { ids.insert($0.identity) }
    return ids
  }
}
