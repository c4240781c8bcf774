// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

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
  var tracksHistory = false
  /// Whether the file is put in order when it is opened.
  var vacuums = false
  var analyses = false
  /// Whether a migration leaves for later what it need not do at once.
  var defersMigration = false
  /// Whether a migration is the step of a stage, after which a handler has something to do.
  var marksStage = false
  /// Whether the caller says that no history is wanted, not only that none was asked for.
  var disclaimsHistory = false

  init(_ options: [AnyHashable: Any]?) {
    func flag(_ key: String) -> Bool { (options?[key] as? Bool) ?? false }
    isReadOnly = flag(NSReadOnlyPersistentStoreOption)
    migrates = flag(NSMigratePersistentStoresAutomaticallyOption)
    infersMapping = flag(NSInferMappingModelAutomaticallyOption)
    ignoresVersions = flag(NSIgnorePersistentStoreVersioningOption)
    postsRemoteChanges = flag(NSPersistentStoreRemoteChangeNotificationPostOptionKey)
    vacuums = flag(NSSQLiteManualVacuumOption)
    analyses = flag(NSSQLiteAnalyzeOption)
    defersMigration = flag(NSPersistentStoreDeferredLightweightMigrationOptionKey)
    marksStage = flag(StoreMetadata.stageMark)
    // Off, if it is there and says so; anything else asks for it.
    tracksHistory = options?[NSPersistentHistoryTrackingKey].map { $0 as? Bool != false } ?? false
    disclaimsHistory = options?[NSPersistentHistoryTrackingKey] as? Bool == false
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

// MARK: Types

/// A SQLite file, or SQLite in memory at `/dev/null`.
public let NSSQLiteStoreType = NSPersistentStore.StoreType.sqlite.rawValue
/// Rows that live in this process and nowhere else.
public let NSInMemoryStoreType = NSPersistentStore.StoreType.inMemory.rawValue
/// A file that is read and written whole.
public let NSBinaryStoreType = NSPersistentStore.StoreType.binary.rawValue
/// An XML file that is read and written whole.
public let NSXMLStoreType = NSPersistentStore.StoreType.xml.rawValue

// MARK: Options

/// The store is opened for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Seconds to wait for another connection's lock on the file.
public let NSPersistentStoreTimeoutOption = "NSPersistentStoreTimeoutOption"
/// A dictionary of SQLite pragmas.
public let NSSQLitePragmasOption = "NSSQLitePragmasOption"
/// Connections that may read at the same time; 1 makes the coordinator classic.
public let NSPersistentStoreConnectionPoolMaxSizeKey = "NSPersistentStoreConnectionPoolMaxSizeKey"
/// Opening a store of another model version migrates it.
public let NSMigratePersistentStoresAutomaticallyOption =
  "NSMigratePersistentStoresAutomaticallyOption"
/// The migration is worked out from the two models.
public let NSInferMappingModelAutomaticallyOption = "NSInferMappingModelAutomaticallyOption"
/// An `NSStagedMigrationManager`: the migration goes in its stages.
public let NSPersistentStoreStagedMigrationManagerOptionKey =
  "NSPersistentStoreStagedMigrationManagerOptionKey"
/// As an option: what a lightweight migration need not do at once is left for later. In a store's
/// metadata: something is left, for `finishDeferredLightweightMigration()`.
public let NSPersistentStoreDeferredLightweightMigrationOptionKey =
  "NSPersistentStoreDeferredLightweightMigrationOptionKey"
/// Each write to the store posts `NSPersistentStoreRemoteChange`.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// The file is rebuilt without gaps when the store is opened.
public let NSSQLiteManualVacuumOption = "NSSQLiteManualVacuumOption"
/// SQLite counts what its tables hold when the store is opened, to find better ways to rows.
public let NSSQLiteAnalyzeOption = "NSSQLiteAnalyzeOption"
/// A store is destroyed even if it is open.
public let NSPersistentStoreForceDestroyOption = "NSPersistentStoreForceDestroyOption"
/// Every transaction is recorded in the store, a SQLite one. A store that has a history is opened
/// read-only without this, and forgets its history where this is false.
public let NSPersistentHistoryTrackingKey = "NSPersistentHistoryTrackingKey"
/// A model of the store at hand when it is opened whatever version wrote it.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"

// MARK: Metadata

/// The type of the store.
public let NSStoreTypeKey = "NSStoreType"
/// The version hashes of the model that the store was written with, by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// The `versionChecksum` of the model that the store was written with.
public let NSStoreModelVersionChecksumKey = "NSStoreModelVersionChecksumKey"
/// The same as `NSStoreModelVersionChecksumKey`.
public let NSPersistentStoreModelVersionChecksumKey = NSStoreModelVersionChecksumKey
/// Identifiers of the model that the store was written with.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
