public import Foundation

/// A part of a staged migration: a lightweight or a custom one.
open class NSMigrationStage: NSObject {
  /// What it is for, for people.
  open var label: String!

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
/// process was killed, or a handler threw, the next migration begins again with the handler that
/// had not come to its end, so each of them may run more than once.
open class NSCustomMigrationStage: NSMigrationStage {
  /// What a handler is: it reaches the store through the manager's container, and throws to give
  /// up.
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

/// Names a version of a model, by its checksum, and knows where to find it.
open class NSManagedObjectModelReference: NSObject {
  private enum Place {
    case model(NSManagedObjectModel)
    case file(URL)
    case name(String, Bundle)
    case hashes([String: Data], Bundle)
  }

  /// The `versionChecksum` that the model has.
  public let versionChecksum: String
  private let place: Place

  private init(_ place: Place, _ versionChecksum: String) {
    (self.place, self.versionChecksum) = (place, versionChecksum)
  }

  /// A model that is at hand.
  public convenience init(model: NSManagedObjectModel, versionChecksum: String) {
    self.init(.model(model), versionChecksum)
  }

  /// A model in a file, as `NSManagedObjectModel(contentsOf:)` reads it.
  public convenience init(fileURL: URL, versionChecksum: String) {
    self.init(.file(fileURL), versionChecksum)
  }

  /// The version of that name in the resources of a bundle; of the main one for nil.
  public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
    self.init(.name(modelName, bundle ?? .main), versionChecksum)
  }

  /// The version whose entities have these hashes, in the resources of a bundle; of the main one
  /// for nil.
  public convenience init(
    entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
  ) {
    let hashes = versionHash.compactMap { name, hash in
      (name as? String).flatMap { name in (hash as? Data).map { (name, $0) } }
    }
    self.init(
      .hashes(Dictionary(hashes, uniquingKeysWith: { first, _ in first }), bundle ?? .main),
      versionChecksum)
  }

  /// The model itself. One that is not there, or has another checksum, stops the program.
  open var resolvedModel: NSManagedObjectModel {
    do { return try resolve() } catch { misuse(error.localizedDescription) }
  }

  func resolve() throws -> NSManagedObjectModel {
    let found: NSManagedObjectModel? =
      switch place {
      case .model(let model): model
      case .file(let url): try NSManagedObjectModel(reading: url)
      case .name(let name, let bundle): try named(name, in: bundle)
      case .hashes(let hashes, let bundle):
        NSManagedObjectModel.mergedModel(
          from: [bundle], forStoreMetadata: [NSStoreModelVersionHashesKey: hashes])
      }
    guard let found else { throw trouble("is not in the bundle") }
    if found.versionChecksum == versionChecksum { return found }
    throw trouble("has the checksum \(found.versionChecksum), not \(versionChecksum)")
  }

  private func named(_ name: String, in bundle: Bundle) throws -> NSManagedObjectModel? {
    let files = NSManagedObjectModel.files(in: [bundle], ["xcdatamodeld", "xcdatamodel", "momd"])
    let versions = files.flatMap { ModelFolder($0).versions() }
    let version = versions.first { $0.deletingPathExtension().lastPathComponent == name }
    return try version.map { try NSManagedObjectModel(reading: $0) }
  }

  private func trouble(_ what: String) -> CocoaError {
    CocoaError.coreData(
      .managedObjectModelReferenceNotFound, "A model that a stage of a migration names", what,
      wayOut: "Name the version and its versionChecksum, as NSManagedObjectModel says it here; "
        + "Xcode's checksums are others.")
  }
}
