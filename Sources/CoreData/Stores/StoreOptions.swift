/// The options of a store as it reads them.
struct StoreOptions: Sendable {
  var isReadOnly = false
  var timeout = Duration.seconds(5)
  var pragmas: [String: String] = [:]
  var poolSize = 4
  var migrates = false
  var infersMapping = false
  var ignoresVersions = false
  var postsRemoteChanges = false

  init(_ options: [AnyHashable: Any]?) {
    func flag(_ key: String) -> Bool { (options?[key] as? Bool) ?? false }
    isReadOnly = flag(NSReadOnlyPersistentStoreOption)
    migrates = flag(NSMigratePersistentStoresAutomaticallyOption)
    infersMapping = flag(NSInferMappingModelAutomaticallyOption)
    ignoresVersions = flag(NSIgnorePersistentStoreVersioningOption)
    postsRemoteChanges = flag(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    if let seconds = options?[NSPersistentStoreTimeoutOption] as? Double {
      timeout = .seconds(seconds)
    } else if let seconds = options?[NSPersistentStoreTimeoutOption] as? Int {
      timeout = .seconds(seconds)
    }
    if let size = options?[NSPersistentStoreConnectionPoolMaxSizeKey] as? Int {
      poolSize = max(1, size)
    }
    for (name, value) in options?[NSSQLitePragmasOption] as? [String: Any] ?? [:] {
      pragmas[name] = "\(value)"
    }
  }
}
