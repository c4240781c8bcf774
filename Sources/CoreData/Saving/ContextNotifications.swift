internal import Foundation

// Notifications are delivered synchronously, on the thread that saves or changes (fact C11).

extension NSManagedObjectContext {
  final func postDidChange(_ event: EventChanges) {
    var info: [String: Any] = [:]
    info.set(NSInsertedObjectsKey, event.inserted)
    info.set(NSUpdatedObjectsKey, event.updated)
    info.set(NSDeletedObjectsKey, event.deleted)
    info.set(NSRefreshedObjectsKey, event.refreshed)
    info.set(NSInvalidatedObjectsKey, event.invalidated)
    if let all = event.invalidatedAll { info[NSInvalidatedAllObjectsKey] = all }
    post(.NSManagedObjectContextObjectsDidChange, info)
  }

  final func postWillSave() { post(.NSManagedObjectContextWillSave, nil) }

  final func postDidSave(_ pass: SavePass) {
    var objects: [String: Any] = [:]
    objects.set(NSInsertedObjectsKey, pass.inserted)
    objects.set(NSUpdatedObjectsKey, pass.updated)
    objects.set(NSDeletedObjectsKey, pass.deleted)
    post(.NSManagedObjectContextDidSave, objects)
    let ids: [String: Any] = [
      NSInsertedObjectIDsKey: Set(pass.inserted.map(\.identity)),
      NSUpdatedObjectIDsKey: Set(pass.updated.map(\.identity)),
      NSDeletedObjectIDsKey: Set(pass.deleted.map(\.identity)),
    ]
    post(.NSManagedObjectContextDidSaveObjectIDs, ids)
  }

  private func post(_ name: Notification.Name, _ info: [String: Any]?) {
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }
}

extension [String: Any] {
  /// Sets of objects are left out when they are empty.
  fileprivate mutating func set(_ key: String, _ objects: [NSManagedObject]) {
    if !objects.isEmpty { self[key] = Set(objects) }
  }
}
