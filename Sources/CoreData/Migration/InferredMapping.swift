internal import Foundation

// The mapping that can be worked out from two models.

extension NSMappingModel {
  static func inferred(
    from source: NSManagedObjectModel, to destination: NSManagedObjectModel
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
