internal import Foundation

extension ModelReader {
  func relationship(
    _ element: ModelElement
  ) throws(ModelFileError) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    let name = try required("name", of: element)
    relationship.isOrdered = element.isSet("ordered")
    relationship.minCount = try count("minCount", of: element) ?? 0
    let isToMany = element.isSet("toMany")
    relationship.maxCount = isToMany ? try count("maxCount", of: element) ?? 0 : 1
    if isToMany && relationship.maxCount == 1 { relationship.maxCount = 0 }
    if let spelling = element["deletionRule"] {
      guard let rule = NSDeleteRule.spellings[spelling] else {
        throw error(element, .unknownRule(spelling, relationship: name))
      }
      relationship.deleteRule = rule
    }
    return relationship
  }

  private func count(
    _ attribute: String, of element: ModelElement
  ) throws(ModelFileError) -> Int? {
    guard let number = try number(attribute, of: element) else { return nil }
    guard let count = Int(exactly: number), count >= 0 else {
      throw error(
        element,
        .badNumber(element[attribute] ?? "", attribute: attribute, element: element.name))
    }
    return count
  }

  /// Destinations, inverses and indexes, once everything has been declared.
  func relate(_ element: ModelElement) throws(ModelFileError) {
    let owner = try entity(try required("name", of: element), in: element)
    for child in element.children("relationship") {
      guard let relationship = owner.relationshipsByName[child["name"] ?? ""] else { continue }
      let name = try required("destinationEntity", of: child)
      let destination = try entity(name, in: child)
      relationship.destinationEntity = destination
      guard let inverse = child["inverseName"] else { continue }
      guard let back = destination.relationshipsByName[inverse] else {
        throw error(
          child, .unknownProperty(inverse, entity: name, element: child.name))
      }
      relationship.inverseRelationship = back
    }
    owner.indexes = try indexes(of: owner, element)
    for child in element.children("attribute") where child.isSet("derived") {
      guard let attribute = owner.property(named: child["name"] ?? ""),
        let derived = attribute as? NSDerivedAttributeDescription
      else { continue }
      do throws(Derivation.Problem) { _ = try Derivation(of: derived, in: owner) } catch {
        throw self.error(
          child,
          .problems([
            .underivable(
              entity: owner.name ?? "", attribute: derived.name, why: error.words)
          ]))
      }
    }
  }

  private func indexes(
    of owner: NSEntityDescription, _ element: ModelElement
  ) throws(ModelFileError) -> [NSFetchIndexDescription] {
    var indexes: [NSFetchIndexDescription] = []
    for child in element.children("fetchIndex") {
      var parts: [NSFetchIndexElementDescription] = []
      for part in child.children("fetchIndexElement") {
        parts.append(try indexElement(part, of: owner))
      }
      let name = try required("name", of: child)
      let index = NSFetchIndexDescription(name: name, elements: parts)
      if let format = child["partialIndexPredicateString"] {
        index.partialIndexPredicate = try predicate(format, of: child)
      }
      if let why = index.problem(in: owner) {
        throw error(
          child.children.first ?? child,
          .problems([.unusableIndex(entity: owner.name ?? "", index: name, why: why)]))
      }
      indexes.append(index)
    }
    return indexes + (try olderIndexes(of: owner, element))
  }

  private func indexElement(
    _ element: ModelElement, of owner: NSEntityDescription
  ) throws(ModelFileError) -> NSFetchIndexElementDescription {
    if element["expression"] != nil { throw error(element, .expressionIndex) }
    let property = try property(try required("property", of: element), of: owner, element)
    let types: [String: NSFetchIndexElementType] = ["Binary": .binary, "RTree": .rTree]
    let orders = ["ascending": true, "descending": false]
    let made = NSFetchIndexElementDescription(
      property: property, collationType: try word("type", of: element, types) ?? .binary)
    made.isAscending = try word("order", of: element, orders) ?? true
    return made
  }

  /// What older versions of Xcode write: properties that say that they are indexed, and indexes of
  /// several properties without a name.
  private func olderIndexes(
    of owner: NSEntityDescription, _ element: ModelElement
  ) throws(ModelFileError) -> [NSFetchIndexDescription] {
    var lists: [(ModelElement, [String])] = []
    for child in element.children where child.isSet("indexed") {
      lists.append((child, [child["name"] ?? ""]))
    }
    for compound in element.children("compoundIndexes").flatMap({ $0.children("compoundIndex") }) {
      lists.append((compound, compound.children("index").compactMap { $0["value"] }))
    }
    var indexes: [NSFetchIndexDescription] = []
    for (place, names) in lists {
      var parts: [NSFetchIndexElementDescription] = []
      for name in names {
        parts.append(
          NSFetchIndexElementDescription(
            property: try property(name, of: owner, place), collationType: .binary))
      }
      let name = "by" + names.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      indexes.append(NSFetchIndexDescription(name: name, elements: parts))
    }
    return indexes
  }

  private func property(
    _ name: String, of owner: NSEntityDescription, _ element: ModelElement
  ) throws(ModelFileError) -> NSPropertyDescription {
    guard let property = owner.property(named: name) else {
      throw error(element, .unknownProperty(name, entity: owner.name ?? "", element: element.name))
    }
    return property
  }

  /// The meaning of an attribute that has a few words to choose from.
  private func word<Meaning>(
    _ attribute: String, of element: ModelElement, _ meanings: [String: Meaning]
  ) throws(ModelFileError) -> Meaning? {
    guard let text = element[attribute] else { return nil }
    guard let meaning = meanings[text] else {
      throw error(
        element,
        .unknownWord(
          text, attribute: attribute, element: element.name, known: meanings.keys.sorted()))
    }
    return meaning
  }

  private func predicate(
    _ format: String, of element: ModelElement
  ) throws(ModelFileError) -> NSPredicate {
    do { return try NSPredicate(parsing: format) } catch {
      throw self.error(element, .badPredicate("\(error)"))
    }
  }
}

// MARK: Requests and configurations

extension ModelReader {
  func fetchRequest(
    _ element: ModelElement
  ) throws(ModelFileError) -> NSFetchRequest<any NSFetchRequestResult> {
    let name = try required("entity", of: element)
    _ = try entity(name, in: element)
    let request = NSFetchRequest<any NSFetchRequestResult>(entityName: name)
    if let format = element["predicateString"] {
      request.predicate = try predicate(format, of: element)
    }
    request.fetchLimit = Int(try number("fetchLimit", of: element) ?? 0)
    request.fetchBatchSize = Int(try number("fetchBatchSize", of: element) ?? 0)
    func flag(_ names: String..., otherwise: Bool) -> Bool {
      names.lazy.compactMap { element[$0] }.first.map { $0 == "YES" } ?? otherwise
    }
    request.includesSubentities = flag(
      "includeSubentities", "includesSubentities", otherwise: true)
    request.includesPropertyValues = flag(
      "includePropertyValues", "includesPropertyValues", otherwise: true)
    request.includesPendingChanges = flag(
      "includePendingChanges", "includesPendingChanges", otherwise: true)
    request.returnsObjectsAsFaults = flag(
      "returnObjectsAsFaults", "returnsObjectsAsFaults", otherwise: true)
    request.returnsDistinctResults = flag(
      "returnDistinctResults", "returnsDistinctResults", otherwise: false)
    if let type = try count("resultType", of: element) {
      request.resultType = NSFetchRequestResultType(rawValue: UInt(type))
    }
    return request
  }

  func fetchedProperty(
    _ element: ModelElement
  ) throws(ModelFileError) -> NSFetchedPropertyDescription {
    let property = NSFetchedPropertyDescription()
    if let request = element.children("fetchRequest").first {
      property.fetchRequest = try fetchRequest(request)
    }
    return property
  }

  func configure(
    _ model: NSManagedObjectModel, _ element: ModelElement
  ) throws(ModelFileError) {
    var members: [NSEntityDescription] = []
    for member in element.children("memberEntity") {
      members.append(try entity(try required("name", of: member), in: member))
    }
    model.setEntities(members, forConfigurationName: try required("name", of: element))
  }
}
