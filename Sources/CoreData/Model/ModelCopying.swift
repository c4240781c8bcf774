internal import Foundation

extension NSManagedObjectModel {
  /// Copies of entities in which destinations, inverses, subentities and indexes mean the copies.
  static func copies(of originals: [NSEntityDescription]) -> [NSEntityDescription] {
    var pairs: [(original: NSEntityDescription, copy: NSEntityDescription)] = []
    for original in originals {
      guard let copy = original.copy() as? NSEntityDescription else { continue }
      pairs.append((original, copy))
    }
    let copies = Dictionary(
      pairs.map { (ObjectIdentifier($0.original), $0.copy) },
      uniquingKeysWith: { first, _ in first })
    for (original, copy) in pairs {
      copy.subentities = original.subentities.compactMap { copies[ObjectIdentifier($0)] }
    }
    for (original, copy) in pairs {
      copy.redirectRelationships(by: copies)
      copy.indexes = original.indexes.map { $0.redirected(to: copy) }
    }
    return pairs.map(\.copy)
  }

  /// One model with the entities of all of them.
  public convenience init?(byMerging models: [NSManagedObjectModel]?) {
    guard let models, !models.isEmpty else { return nil }
    self.init()
    var originals: [NSEntityDescription] = []
    var known: [String: Data] = [:]
    for entity in models.flatMap(\.entities) {
      let name = entity.name ?? ""
      if let hash = known[name] {
        // The same entity in two models is one entity; two that differ cannot be merged.
        guard hash == entity.versionHash else { return nil }
      } else {
        known[name] = entity.versionHash
        originals.append(entity)
      }
    }
    entities = Self.copies(of: originals)
    versionIdentifiers = models.reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
    for model in models {
      for (name, request) in model.fetchRequestTemplates { setTemplate(request, forName: name) }
      for name in model.configurations {
        let names = (model.entities(forConfigurationName: name) ?? []).map { $0.name ?? "" }
        let earlier = entities(forConfigurationName: name) ?? []
        let own = entities.filter { names.contains($0.name ?? "") && !earlier.contains($0) }
        setEntities(earlier + own, forConfigurationName: name)
      }
    }
  }
}

extension NSEntityDescription {
  fileprivate func redirectRelationships(by copies: [ObjectIdentifier: NSEntityDescription]) {
    for case let relationship as NSRelationshipDescription in ownProperties {
      guard let old = relationship.destinationEntity, let new = copies[ObjectIdentifier(old)]
      else { continue }
      relationship.destinationEntity = new
      if let inverse = relationship.inverseRelationship {
        relationship.inverseRelationship = new.relationshipsByName[inverse.name]
      }
    }
  }
}

extension NSFetchIndexDescription {
  fileprivate func redirected(to entity: NSEntityDescription) -> NSFetchIndexDescription {
    let own = elements.compactMap { element -> NSFetchIndexElementDescription? in
      guard let name = element.property?.name, let property = entity.property(named: name)
      else { return nil }
      let copy = NSFetchIndexElementDescription(
        property: property, collationType: element.collationType)
      copy.isAscending = element.isAscending
      return copy
    }
    let copy = NSFetchIndexDescription(name: name, elements: own)
    copy.partialIndexPredicate = partialIndexPredicate
    return copy
  }
}
