internal import Foundation

// The words for what can go wrong with stores.

extension CocoaError {
  static func noStores(doing what: String) -> CocoaError {
    coreData(
      .persistentStoreOperation, "The coordinator", "has no persistent stores; it cannot \(what)",
      wayOut: "Add a store first, and wait until loadPersistentStores has called back.")
  }

  static func noWritableStore(
    for entity: NSEntityDescription, among stores: [NSPersistentStore]
  ) -> CocoaError {
    coreData(
      .persistentStoreSave, "Entity \(entity.name ?? "?")",
      "can be written to none of the stores: "
        + stores.map { "\($0.label)\($0.isReadOnly ? " (read-only)" : "")" }
        .joined(separator: ", "),
      wayOut: "Add a writable store whose configuration holds the entity.",
      [NSAffectedStoresErrorKey: stores])
  }

  static func foreignStore(_ store: NSPersistentStore) -> CocoaError {
    coreData(
      .persistentStoreOperation, "\(store.label)", "does not belong to this coordinator",
      wayOut: "Ask the coordinator that added it, or its persistentStores.")
  }

  static func unknownStoreType(_ type: String) -> CocoaError {
    coreData(
      .persistentStoreInvalidType, "The store type \(type)", "is not known here",
      wayOut: "Use \(StoreClasses.names.joined(separator: ", ")), or register a class for it.")
  }

  static func historyNotKept(by store: String) -> CocoaError {
    coreData(
      .persistentStoreOpen, store, "is to keep a persistent history, which only SQLite stores do",
      wayOut: "Open it without NSPersistentHistoryTrackingKey, or use NSSQLiteStoreType; at "
        + "/dev/null it lives in memory too.")
  }
}

extension CocoaError {
  static func readOnlyStore(_ store: String, doing: String) -> CocoaError {
    coreData(
      .fileWriteNoPermission, store, "was opened read-only; it allows no \(doing)",
      wayOut: "Open it without NSReadOnlyPersistentStoreOption, or save to another store.")
  }

  static func emptyReadOnlyStore(_ store: String) -> CocoaError {
    coreData(
      .fileReadNoSuchFile, store, "is empty, and read-only it cannot be given tables",
      wayOut: "Open it once for writing.")
  }

  static func foreignDatabase(_ store: String) -> CocoaError {
    coreData(
      .persistentStoreIncompatibleSchema, store,
      "is an SQLite database, but not one that Core Data made: it has no Z_METADATA",
      wayOut: "Choose another file; this one is left as it is.")
  }
}

extension CocoaError {
  static func damagedRow(_ row: DamagedRow, in store: String, at file: URL?) -> CocoaError {
    let name = "\(row.entity ?? "object")\(row.key.map { " p\($0)" } ?? "")"
    var facts: [String: Any] = [:]
    facts[NSFilePathErrorKey] = file?.path
    return coreData(
      .fileReadCorruptFile, name, "in \(store) is damaged: it \(row.trouble)",
      wayOut: "Restore the file from a copy, or repair or delete the row with sqlite3.", facts)
  }

  static func unknownConfiguration(_ name: String, among known: [String]) -> CocoaError {
    coreData(
      .persistentStoreIncompatibleSchema, "The model", "has no configuration \(name)",
      wayOut: "Its configurations are: \(known.joined(separator: ", ")).")
  }
}

extension CocoaError {
  static func movedStore(_ store: String, doing: String) -> CocoaError {
    coreData(
      .persistentStoreSave, store, "was deleted or moved while it was open; \(doing) is refused",
      wayOut: "Put the file back where it was and try again. Use destroyPersistentStore or "
        + "migratePersistentStore instead of deleting or moving it.")
  }
}

extension CocoaError {
  static func damagedStore(_ store: String, at path: String, _ trouble: String) -> CocoaError {
    coreData(
      .fileReadCorruptFile, store, "is not a sound SQLite database: \(trouble)",
      wayOut: "Restore it from a copy, or destroy it with destroyPersistentStore and start anew.",
      [NSFilePathErrorKey: path])
  }

  static func refusedPragma(_ name: String, _ trouble: String, _ store: String) -> CocoaError {
    coreData(
      .persistentStoreOpen, store, "cannot be opened: the pragma \(name) \(trouble)",
      wayOut: "Correct NSSQLitePragmasOption; SQLite's documentation lists names and values.")
  }

  static func noRegularFile(_ url: URL, doing: String) -> CocoaError {
    coreData(
      .persistentStoreOperation, url.path, "is not a regular file and cannot be \(doing)",
      wayOut: "Name the file of a store, or a path where there is nothing yet.",
      [NSFilePathErrorKey: url.path])
  }
}
