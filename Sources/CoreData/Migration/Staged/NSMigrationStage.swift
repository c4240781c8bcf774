internal import Foundation

/// A part of a staged migration: a lightweight or a custom one.
open class NSMigrationStage: NSObject {
  /// What it is for, for people.
  open var label: String?

  override init() {}
}

/// Versions that follow one another, between which Core Data finds the way by itself.
open class NSLightweightMigrationStage: NSMigrationStage {
  /// The checksums of the versions, oldest first.
  public let versionChecksums: [String]

  /// Versions by their checksums, oldest first.
  public init(_ versionChecksums: [String]) { self.versionChecksums = versionChecksums }
}

/// The step from one version to the next, with something to do before and after it.
///
/// The step itself is a lightweight one: the handlers do what Core Data cannot work out. After a
/// process was killed, or a handler threw, the next migration begins again with the handler that had
/// not come to its end, so each of them may run more than once.
open class NSCustomMigrationStage: NSMigrationStage {
  /// What a handler is: it reaches the store through the manager's container, and throws to give up.
  public typealias Handler = (NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void

  /// The version that the store has before the step.
  public let currentModel: NSManagedObjectModelReference
  /// The version that it has afterwards.
  public let nextModel: NSManagedObjectModelReference
  /// Runs before the step; the container's model is the current one.
  open var willMigrateHandler: Handler?
  /// Runs after the step; the container's model is the next one.
  open var didMigrateHandler: Handler?

  /// The step from one version to the next.
  public init(
    migratingFrom currentModel: NSManagedObjectModelReference,
    to nextModel: NSManagedObjectModelReference
  ) { (self.currentModel, self.nextModel) = (currentModel, nextModel) }
}
