// These are Apple's names, letter by letter.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

// MARK: Types

/// A SQLite file, or SQLite in memory at `/dev/null`.
public let NSSQLiteStoreType = NSPersistentStore.StoreType.sqlite.rawValue
/// Rows that live in this process and nowhere else.
public let NSInMemoryStoreType = NSPersistentStore.StoreType.inMemory.rawValue
public let NSBinaryStoreType = NSPersistentStore.StoreType.binary.rawValue
public let NSXMLStoreType = NSPersistentStore.StoreType.xml.rawValue

// MARK: Options

/// The store is opened for reading only.
public let NSReadOnlyPersistentStoreOption = "NSReadOnlyPersistentStoreOption"
/// Seconds to wait for somebody else's lock on the file.
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
/// Whoever writes to the store posts `NSPersistentStoreRemoteChange`.
public let NSPersistentStoreRemoteChangeNotificationPostOptionKey =
  "NSPersistentStoreRemoteChangeNotificationOptionKey"
/// A model of the store at hand when it is opened whatever version wrote it.
public let NSIgnorePersistentStoreVersioningOption = "NSIgnorePersistentStoreVersioningOption"

// MARK: Metadata

/// The type of the store.
public let NSStoreTypeKey = "NSStoreType"
/// The version hashes of the model that the store was written with, by entity name.
public let NSStoreModelVersionHashesKey = "NSStoreModelVersionHashes"
/// Identifiers of the model that the store was written with.
public let NSStoreModelVersionIdentifiersKey = "NSStoreModelVersionIdentifiers"
