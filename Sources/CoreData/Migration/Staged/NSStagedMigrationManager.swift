public import Foundation

/// Brings a store to the present version in stages, while it is opened. The store needs the options
/// of a lightweight migration, too.
///
///     store       v1                v2                    v3          v4
///     stages      lightweight[v1]   custom(from v2 to v3)             lightweight[v4]
///     opening        v1 to v2, willMigrate, v2 to v3, didMigrate, v3 to v4
open class NSStagedMigrationManager: NSObject, @unchecked Sendable {
  // @unchecked Sendable because it changes only while a store is opened, which is one thing at a
  // time for one manager.

  /// The stages, oldest versions first.
  public let stages: [NSMigrationStage]
  /// The store at work, while a handler runs.
  open private(set) var container: NSPersistentContainer?

  /// The stages, oldest versions first.
  public init(_ stages: [NSMigrationStage]) { self.stages = stages }

  /// A version, and the stage whose step leads to it, if that is a custom one.
  private struct Version {
    let checksum: String
    let step: NSCustomMigrationStage?
  }

  // MARK: Which steps

  private func versions(to last: String) -> [Version] {
    var versions: [Version] = []
    func add(_ checksum: String, _ step: NSCustomMigrationStage? = nil) {
      if step != nil || versions.last?.checksum != checksum {
        versions.append(Version(checksum: checksum, step: step))
      }
    }
    for stage in stages {
      if let custom = stage as? NSCustomMigrationStage {
        add(custom.currentModel.versionChecksum)
        add(custom.nextModel.versionChecksum, custom)
      } else if let lightweight = stage as? NSLightweightMigrationStage {
        for checksum in lightweight.versionChecksums { add(checksum) }
      }
    }
    if !versions.contains(where: { $0.checksum == last }) { add(last) }
    return versions
  }

  /// The custom steps on the way of a store from its version to the last.
  private func steps(
    from first: String, to last: String, _ label: String
  ) throws -> [NSCustomMigrationStage] {
    let versions = versions(to: last)
    let checksums = versions.map(\.checksum)
    if let twice = checksums.first(where: { one in checksums.count { $0 == one } > 1 }) {
      throw CocoaError.staging(
        .migration, label, "has the version \(twice) in two stages",
        "Name each version once; a custom stage may go on from the one before it.")
    }
    guard let from = checksums.firstIndex(of: first), let to = checksums.firstIndex(of: last) else {
      throw CocoaError.staging(
        .migrationMissingSourceModel, label, "has the version \(first), which no stage names",
        "Add a stage that begins with it.")
    }
    if to < from {
      throw CocoaError.staging(
        .stagedMigrationBackward, label, "has a later version than the model",
        "Open it with the newer program; a staged migration goes forward only.")
    }
    return versions[from...to].dropFirst().compactMap(\.step)
  }

  /// The checksum of a store's version; a store of an earlier release does not say it.
  private func version(
    of metadata: [String: Any], _ model: NSManagedObjectModel, _ configuration: String?
  ) throws -> String {
    if let known = metadata[NSStoreModelVersionChecksumKey] as? String { return known }
    let custom = stages.compactMap { $0 as? NSCustomMigrationStage }
    let models =
      try [model] + custom.flatMap { [try $0.currentModel.resolve(), try $0.nextModel.resolve()] }
    return models.first {
      $0.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata)
    }?.versionChecksum ?? "that it does not say"
  }

  // MARK: Taking them

  /// Takes all custom steps; the last lightweight ones are left to the opening itself.
  func migrate(
    _ type: NSPersistentStore.StoreType, _ configuration: String?, at url: URL,
    _ options: [AnyHashable: Any], to model: NSManagedObjectModel
  ) throws {
    guard let size = try? FileManager.default.attributesOfItem(atPath: url.path)[.size] as? Int,
      size > 0
    else { return }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
    let (first, last) = (try version(of: metadata, model, configuration), model.versionChecksum)
    if first == last { return }
    for step in try steps(from: first, to: last, "the store at \(url.path)") {
      for (reference, handler) in [
        (step.currentModel, step.willMigrateHandler), (step.nextModel, step.didMigrateHandler),
      ] {
        try withContainer(try reference.resolve(), type, configuration, url, options) {
          try handler?(self, step)
        }
      }
    }
  }

  /// Opens the store with a version, which migrates it if need be, for the time of `body`.
  private func withContainer(
    _ model: NSManagedObjectModel, _ type: NSPersistentStore.StoreType, _ configuration: String?,
    _ url: URL, _ options: [AnyHashable: Any], _ body: () throws -> Void
  ) throws {
    let made = NSPersistentContainer(name: "Migration", managedObjectModel: model.ofPlainObjects)
    let store = try made.persistentStoreCoordinator.addPersistentStore(
      type: type, configuration: configuration, at: url, options: options)
    container = made
    defer { container = nil }
    do { try body() } catch {
      try? made.persistentStoreCoordinator.remove(store)
      throw error
    }
    try made.persistentStoreCoordinator.remove(store)
  }
}

extension NSPersistentStoreCoordinator {
  /// Takes the stages of a store's options, if it has any and asks for a migration.
  final func migrateInStages(
    _ type: NSPersistentStore.StoreType, _ configuration: String?, at url: URL?,
    _ options: [AnyHashable: Any]?
  ) throws {
    let read = StoreOptions(options)
    guard type == .sqlite, read.migrates, read.infersMapping, !read.isReadOnly, let url,
      DatabasePlace(url).isFile,
      let manager = options?[NSPersistentStoreStagedMigrationManagerOptionKey]
        as? NSStagedMigrationManager
    else { return }
    var options = options ?? [:]
    options[NSPersistentStoreStagedMigrationManagerOptionKey] = nil
    try manager.migrate(type, configuration, at: url, options, to: managedObjectModel)
  }
}

extension NSManagedObjectModel {
  /// A copy whose objects are plain managed objects: an old version's classes may be gone.
  var ofPlainObjects: NSManagedObjectModel {
    guard let plain = copy() as? NSManagedObjectModel else {
      preconditionFailure("a copy of a model is a model")
    }
    for entity in plain.entities {
      (entity.managedObjectClassName, entity.objectClass) = ("NSManagedObject", nil)
    }
    return plain
  }
}

extension CocoaError {
  fileprivate static func staging(
    _ code: CocoaError.Code, _ store: String, _ what: String, _ wayOut: String
  ) -> CocoaError { coreData(code, store, what, wayOut: wayOut) }
}
