public import Foundation

/// How all objects of a store become objects of another model.
open class NSMappingModel: NSObject {
  /// Entity by entity, in the order in which a manager goes through them.
  open var entityMappings: [NSEntityMapping]! = []

  /// An empty mapping model.
  public override init() {}

  /// Entity by entity, by name.
  open var entityMappingsByName: [String: NSEntityMapping] {
    Dictionary(
      (entityMappings ?? []).map { ($0.name ?? "", $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The mapping that can be worked out from two models: entities and properties by name, or by
  /// renaming identifier. Throws 134190 where a value would be needed or would not fit.
  open class func inferredMappingModel(
    forSourceModel source: NSManagedObjectModel, destinationModel destination: NSManagedObjectModel
  ) throws -> NSMappingModel {
    try inferred(from: source, to: destination)
  }
}

extension NSMappingModel {
  /// The mapping model in an `.xcmappingmodel` folder, or in the `xcmapping.xml` of one; nil if it
  /// cannot be read. `init(reading:)` says why.
  public convenience init?(contentsOf url: URL?) {
    guard let url else { return nil }
    try? self.init(reading: url)
  }

  /// The mapping model in an `.xcmappingmodel` folder, or in the `xcmapping.xml` of one. The
  /// versions of the entities are not in it; a manager finds entities by name.
  ///
  /// ```swift
  /// let mapping = try NSMappingModel(reading: folder.appending(path: "V1toV2.xcmappingmodel"))
  /// ```
  ///
  /// - Parameter url: the folder or the file.
  /// - Throws: an error that names the place in the file and what is not understood there.
  public convenience init(reading url: URL) throws {
    let mappings = try MappingReader(url).entityMappings()
    self.init()
    entityMappings = mappings
  }

  /// The first mapping model between two models in the resources of some bundles, of all loaded
  /// bundles for nil; nil if there is none.
  public convenience init?(
    from bundles: [Bundle]?, forSourceModel sourceModel: NSManagedObjectModel?,
    destinationModel: NSManagedObjectModel?
  ) {
    guard let sourceModel, let destinationModel else { return nil }
    for url in NSManagedObjectModel.files(in: bundles, ["xcmappingmodel"]) {
      guard let reader = try? MappingReader(url), let mappings = try? reader.entityMappings(),
        Self.isOf(sourceModel, reader.versions.source),
        Self.isOf(destinationModel, reader.versions.destination),
        mappings.allSatisfy({ $0.fits(sourceModel, destinationModel) })
      else { continue }
      self.init()
      entityMappings = mappings
      return
    }
    return nil
  }

  /// Whether a model may be the version of that name; one that was made in code has none.
  private static func isOf(_ model: NSManagedObjectModel, _ version: String?) -> Bool {
    guard let version, let own = model.origin?.versionName else { return true }
    return version == own
  }
}

extension NSEntityMapping {
  /// Whether both models have what it names; then it takes over the versions of its entities.
  fileprivate func fits(_ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) -> Bool
  {
    let old = sourceEntityName.flatMap { source.entitiesByName[$0] }
    let new = destinationEntityName.flatMap { destination.entitiesByName[$0] }
    let properties = (attributeMappings ?? []) + (relationshipMappings ?? [])
    guard (old == nil) == (sourceEntityName == nil), (new == nil) == (destinationEntityName == nil),
      properties.allSatisfy({ new?.propertiesByName[$0.name ?? ""] != nil })
    else { return false }
    (sourceEntityVersionHash, destinationEntityVersionHash) = (old?.versionHash, new?.versionHash)
    if mappingType == .transformEntityMappingType, old?.versionHash == new?.versionHash {
      mappingType = .copyEntityMappingType
    }
    return true
  }
}
