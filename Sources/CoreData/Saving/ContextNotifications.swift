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
      NSInsertedObjectIDsKey: Set(pass.inserted.lazy.map { $0.identity }),
      NSUpdatedObjectIDsKey: Set(pass.updated.lazy.map { $0.identity }),
      NSDeletedObjectIDsKey: Set(pass.deleted.lazy.map { $0.identity }),
    ]
    post(.NSManagedObjectContextDidSaveObjectIDs, ids)
  }

  private func post(_ name: Notification.Name, _ info: [String: Any]?) {
    NotificationCenter.default.post(name: name, object: self, userInfo: info)
  }

  /// The objects as a notification shows them; nil if there are none. What a save announces at its
  /// beginning and at its end is nearly always the same, so sets are kept while it runs.
  private func set(of objects: [NSManagedObject]) -> Set<NSManagedObject>? {
    if objects.isEmpty { return nil }
    if let known = setsInSave.first(where: { $0.objects.isSame(as: objects) }) { return known.set }
    let set = Set(objects)
    if isSaving { setsInSave.append((objects, set)) }
    return set
  }
}

extension [NSManagedObject] {
  /// Whether both hold the same objects in the same order: the same addresses, which are compared
  /// without a look at the objects.
  fileprivate func isSame(as other: [NSManagedObject]) -> Bool {
    guard count == other.count else { return false }
    return withUnsafeBytes { mine in
      other.withUnsafeBytes { theirs in
        guard let one = mine.baseAddress, let two = theirs.baseAddress else { return true }
        return memcmp(one, two, mine.count) == 0
      }
    }
  }
}
