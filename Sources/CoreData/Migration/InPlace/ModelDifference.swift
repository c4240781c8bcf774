internal import Foundation

/// How the model that a store was written with differs from the one it is opened for.
struct ModelDifference {
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
  static func incompatibleVersion(_ store: String, _ difference: ModelDifference) -> CocoaError {
    coreData(
      .persistentStoreIncompatibleVersionHash, store,
      "was written with another version of the model: "
        + (difference.sentences.isEmpty
          ? "attributes have exchanged their names" : difference.sentences.joined(separator: ", ")),
      wayOut: "Open it with the model it was written with, or set "
        + "shouldMigrateStoreAutomatically and shouldInferMappingModelAutomatically.")
  }

  /// 134140: a migration was asked for, but not one worked out from the models.
  static func noMappingModel(_ store: String, _ difference: ModelDifference) -> CocoaError {
    coreData(
      .migrationMissingMappingModel, store,
      "needs a mapping model to be migrated: " + difference.sentences.joined(separator: ", "),
      wayOut:
        "Set shouldInferMappingModelAutomatically, or run an NSMigrationManager with a mapping "
        + "model before the store is added.")
  }
}

/// The names of one version of a model, each with the name that it goes back to: its renaming
/// identifier, or else itself.
struct FormerNames {
  let origins: [String: String]

  /// What this version calls something of a later one; nil if it is new there. An identifier may
  /// stay in the model after the renaming, so that both versions have it, and it may be the name of
  /// just this version.
  ///
  ///     version 1   version 2            version 3
  ///     name        title (was name)     title (was name)       goes back to the same as title
  ///                                      heading (was title)    is named by its identifier
  func name(of name: String, from origin: String) -> String? {
    if origins[name] == origin { return name }
    let related = origins.filter { $0.value == origin && origin != name }.keys.min()
    return related ?? [origin, name].first { origins[$0] != nil }
  }
}

extension NSEntityDescription {
  /// The name that it goes back to.
  var originalName: String { renamingIdentifier ?? name ?? "" }
}

extension NSPropertyDescription {
  /// The name that it goes back to.
  var originalName: String { renamingIdentifier ?? name }
}
