internal import Foundation

/// How the model that a store was written with differs from the one it is opened for.
struct ModelMismatch {
  /// `Room changed`, `Topic is new`, in order of names.
  private(set) var sentences: [String] = []

  init(_ model: NSManagedObjectModel, configuration: String?, _ metadata: StoreMetadata) {
    let stored = metadata.values[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
    let entities = model.entities(forConfigurationName: configuration) ?? []
    let current = Dictionary(
      entities.map { ($0.name ?? "", $0.versionHash) }, uniquingKeysWith: { first, _ in first })
    for name in Set(stored.keys).union(current.keys).sorted() {
      switch (stored[name], current[name]) {
      case (nil, _?): sentences.append("\(name) is new")
      case (_?, nil): sentences.append("\(name) is gone")
      case (let old?, let new?) where old != new: sentences.append("\(name) changed")
      default: continue
      }
    }
  }
}

extension CocoaError {
  /// 134100: the store does not fit the model, and the options do not ask to migrate it.
  static func incompatibleVersion(_ store: String, _ difference: ModelMismatch) -> CocoaError {
    coreData(
      .persistentStoreIncompatibleVersionHash, store,
      "was written with another version of the model: "
        + (difference.sentences.isEmpty
          ? "attributes have exchanged their names" : difference.sentences.joined(separator: ", ")),
      wayOut: "Open it with the model it was written with, or set "
        + "shouldMigrateStoreAutomatically and shouldInferMappingModelAutomatically.")
  }

  /// 134140: a migration was asked for, but not one worked out from the models.
  static func noMappingModel(_ store: String, _ difference: ModelMismatch) -> CocoaError {
    coreData(
      .migrationMissingMappingModel, store,
      "needs a mapping model to be migrated: " + difference.sentences.joined(separator: ", "),
      wayOut:
        "Set shouldInferMappingModelAutomatically, or run an NSMigrationManager with a mapping "
        + "model before the store is added.")
  }
}
