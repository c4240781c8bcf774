public import Foundation

/// Brings a store to the present version in stages, while it is opened. The store needs the options
/// of a lightweight migration, too. Of two processes at it at once the second is refused.
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
    let stage: NSCustomMigrationStage?
  }

  /// What is left to do of a custom stage: all of it, or only what comes after the step.
  private struct Step {
    let stage: NSCustomMigrationStage
    let isTaken: Bool
  }

  // MARK: Which steps

  private func versions(to last: String) -> [Version] {
    var versions: [Version] = []
    func add(_ checksum: String, _ stage: NSCustomMigrationStage? = nil) {
      if stage != nil || versions.last?.checksum != checksum {
        versions.append(Version(checksum: checksum, stage: stage))
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

  /// The custom steps that a store has before it on the way to a model.
  private func steps(of store: StagedStore, to model: NSManagedObjectModel) throws -> [Step] {
    let (metadata, last) = (try store.metadata(), model.versionChecksum)
    guard let first = try version(of: metadata, model, store.configuration) else {
      if try store.fits(model) { return [] }
      throw CocoaError.coreData(
        .stagedMigrationFrameworkVersionMismatch, store.label, "does not say which version it has",
        wayOut: "Open it once, without stages, with the model that it was made with.")
    }
    if first == last && !metadata.awaitsHandler { return [] }
    let versions = versions(to: last)
    let checksums = versions.map(\.checksum)
    if let twice = checksums.first(where: { one in checksums.count { $0 == one } > 1 }) {
      throw CocoaError.coreData(
        .migration, store.label, "has the version \(twice) in two stages",
        wayOut: "Name each version once; a custom stage may go on from the one before it.")
    }
    guard let from = checksums.firstIndex(of: first), let to = checksums.firstIndex(of: last) else {
      throw CocoaError.coreData(
        .migrationMissingSourceModel, store.label, "has the version \(first), which no stage names",
        wayOut: "Add a stage that begins with it.")
    }
    if to < from {
      throw CocoaError.coreData(
        .stagedMigrationBackward, store.label, "has a later version than the model",
        wayOut: "Open it with the newer program; a staged migration goes forward only.")
    }
    let taken = metadata.awaitsHandler ? versions[from].stage : nil
    let left = versions[from...to].dropFirst().compactMap(\.stage)
    return [taken].compactMap { $0 }.map { Step(stage: $0, isTaken: true) }
      + left.map { Step(stage: $0, isTaken: false) }
  }

  /// The checksum of a store's version. A store of an earlier release does not say it, and one of
  /// Apple's says another.
  private func version(
    of metadata: StoreMetadata, _ model: NSManagedObjectModel, _ configuration: String?
  ) throws -> String? {
    if metadata.isMadeByApple { return nil }
    if let known = metadata.values[NSStoreModelVersionChecksumKey] as? String { return known }
    let custom = stages.compactMap { $0 as? NSCustomMigrationStage }
    let models =
      try [model] + custom.flatMap { [try $0.currentModel.resolve(), try $0.nextModel.resolve()] }
    return models.first {
      $0.isConfiguration(withName: configuration, compatibleWithStoreMetadata: metadata.values)
    }?.versionChecksum
  }

  // MARK: Taking them

  /// Takes all custom steps; the last lightweight ones are left to the opening itself.
  fileprivate func migrate(_ store: StagedStore, to model: NSManagedObjectModel) throws {
    if try !store.isThere || steps(of: store, to: model).isEmpty { return }
    let turn = try MigrationTurn(at: store.url)
    defer { turn?.end() }
    // Once more: another process may have been here since.
    for step in try steps(of: store, to: model) {
      let stage = step.stage
      if !step.isTaken {
        try run(stage.willMigrateHandler, of: stage, store, stage.currentModel, marks: false)
      }
      try run(
        stage.didMigrateHandler, of: stage, store, stage.nextModel,
        marks: stage.didMigrateHandler != nil)
    }
  }

  private func run(
    _ handler: NSCustomMigrationStage.Handler?, of stage: NSCustomMigrationStage,
    _ store: StagedStore, _ model: NSManagedObjectModelReference, marks: Bool
  ) throws {
    try store.withContainer(try model.resolve(), marks: marks) { opened in
      container = opened
      defer { container = nil }
      try handler?(self, stage)
    }
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
    let store = StagedStore(
      type: type, configuration: configuration, url: url, options: options)
    try manager.migrate(store, to: managedObjectModel)
  }
}
