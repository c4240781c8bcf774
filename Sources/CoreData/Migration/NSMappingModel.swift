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
    let model = NSMappingModel()
    let former = FormerNames(origins: source.entitiesByName.mapValues(\.originalName))
    var kept: Set<String> = []
    for entity in destination.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
      let old = former.name(of: entity.name ?? "", from: entity.originalName)
        .flatMap { source.entitiesByName[$0] }
      old?.name.map { _ = kept.insert($0) }
      let mapping = NSEntityMapping(from: old, to: entity)
      if let old { try mapping.infer(from: old, to: entity) }
      model.entityMappings.append(mapping)
    }
    for name in source.entitiesByName.keys.sorted() where !kept.contains(name) {
      model.entityMappings.append(
        NSEntityMapping(from: source.entitiesByName[name], to: nil))
    }
    return model
  }
}

extension NSEntityMapping {
  /// Fills in what each property gets.
  fileprivate func infer(
    from old: NSEntityDescription, to new: NSEntityDescription
  ) throws {
    func value(_ name: String) -> NSExpression {
      NSExpression(.keyPath([name], of: NSExpression(forVariable: "source")))
    }
    let attributes = FormerNames(origins: old.attributesByName.mapValues(\.originalName))
    attributeMappings = try new.attributesByName.keys.sorted().compactMap { name in
      guard let attribute = new.attributesByName[name], !attribute.isTransient else { return nil }
      guard let oldName = attributes.name(of: name, from: attribute.originalName),
        let former = old.attributesByName[oldName]
      else {
        if attribute.isOptional || attribute.defaultValue != nil { return nil }
        throw CocoaError.inference(attribute, "is new and needs a value in every object")
      }
      guard attribute.attributeType.takesEverything(of: former.attributeType) else {
        throw CocoaError.inference(attribute, "has another type than before")
      }
      return NSPropertyMapping(name: name, valueExpression: value(oldName))
    }
    let relationships = FormerNames(origins: old.relationshipsByName.mapValues(\.originalName))
    relationshipMappings = new.relationshipsByName.keys.sorted().compactMap { name in
      guard let relationship = new.relationshipsByName[name], !relationship.isTransient,
        let oldName = relationships.name(of: name, from: relationship.originalName)
      else { return nil }
      return NSPropertyMapping(name: name, valueExpression: value(oldName))
    }
    noteProperties(from: old, to: new)
  }

  /// Tells policies what stays, what comes and what goes, by name.
  private func noteProperties(from old: NSEntityDescription, to new: NSEntityDescription) {
    let mappings = (attributeMappings ?? []) + (relationshipMappings ?? [])
    let mapped = Set(mappings.compactMap(\.name))
    let taken = Set(mappings.compactMap { $0.valueExpression?.keyPath })
    userInfo = [
      "mappedProperties": mapped,
      "addedProperties": Set(new.propertiesByName.keys).subtracting(mapped),
      "removedProperties": Set(old.propertiesByName.keys).subtracting(taken),
    ]
  }
}

extension CocoaError {
  fileprivate static func inference(
    _ property: NSPropertyDescription, _ trouble: String
  ) -> CocoaError {
    coreData(
      .inferredMappingModel, "\(property.owner?.name ?? "?").\(property.name)", trouble,
      wayOut: "Make it optional, give it a default value or a renaming identifier, or write the "
        + "mapping in code.")
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
