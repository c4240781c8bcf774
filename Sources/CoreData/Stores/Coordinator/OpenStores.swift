internal import Synchronization

/// The stores of all coordinators of this process, so that an ID can name its own.
enum OpenStores {
  private struct WeakStore: Sendable {
    weak var store: NSPersistentStore?
  }

  private static let all = Mutex<[WeakStore]>([])

  static func add(_ store: NSPersistentStore) {
    all.withLock { known in
      known.removeAll { $0.store == nil }
      known.append(WeakStore(store: store))
    }
  }

  /// The store of the rows of a scope. A file that several coordinators have opened is several
  /// stores; the one that made the scope goes before the one that was opened last.
  static func store(of scope: IDScope) -> NSPersistentStore? {
    if scope.storeUUID.isEmpty { return nil }
    let candidates = all.withLock { $0.compactMap(\.store) }
      .filter { $0.persistentStoreCoordinator != nil && $0.identifier == scope.storeUUID }
    let maker = candidates.first {
      ($0.backend as? SQLiteStore)?.schema.scope(of: scope.entity) === scope
    }
    return maker ?? candidates.last
  }
}

extension NSManagedObjectID {
  /// The store of the object's row; nil while the ID is temporary, and when the store was removed.
  public var persistentStore: NSPersistentStore? { OpenStores.store(of: scope) }
}
