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
  }

  private func indexes(
    of owner: NSEntityDescription, _ element: ModelElement
  ) throws(ModelFileError) -> [NSFetchIndexDescription] {
    var indexes: [NSFetchIndexDescription] = []
    for child in element.children("fetchIndex") {
      var parts: [NSFetchIndexElementDescription] = []
      for part in child.children("fetchIndexElement") {
        // An element may be an expression instead; only properties can be indexed here.
        guard let name = part["property"] else { continue }
        guard let property = owner.property(named: name) else {
          throw error(
            part, .unknownProperty(name, entity: owner.name ?? "", element: part.name))
        }
        let made = NSFetchIndexElementDescription(
          property: property, collationType: part["type"] == "RTree" ? .rTree : .binary)
        made.isAscending = part["order"] != "descending"
        parts.append(made)
      }
      let name = try required("name", of: child)
      indexes.append(NSFetchIndexDescription(name: name, elements: parts))
    }
    return indexes
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
      do {
        request.predicate = try NSPredicate(parsing: format)
      } catch {
        throw self.error(element, .badPredicate("\(error)"))
      }
    }
    request.fetchLimit = Int(try number("fetchLimit", of: element) ?? 0)
    request.fetchBatchSize = Int(try number("fetchBatchSize", of: element) ?? 0)
    request.includesSubentities = element["includeSubentities"] != "NO"
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
