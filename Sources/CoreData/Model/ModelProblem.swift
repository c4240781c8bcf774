/// What keeps a model from being used, told apart; `text` has the words.
public enum ModelProblem: Error, Hashable, Sendable {
  /// An entity has no name.
  case entityWithoutName
  /// Two entities have one name.
  case repeatedEntity(String)
  /// A property has no name.
  case propertyWithoutName(entity: String)
  /// Two properties of an entity have one name.
  case repeatedProperty(entity: String, property: String)
  /// An entity's parent or child is not in the model.
  case entityOutsideModel(entity: String, relative: String)
  /// An attribute has no type.
  case attributeWithoutType(entity: String, attribute: String)
  /// A relationship leads nowhere.
  case relationshipWithoutDestination(entity: String, relationship: String)
  /// A relationship leads out of the model.
  case destinationOutsideModel(entity: String, relationship: String, destination: String)
  /// The inverse belongs to another entity than the destination.
  case inverseElsewhere(entity: String, relationship: String, inverse: String, destination: String)
  /// The inverse has another inverse.
  case inverseNotMutual(entity: String, relationship: String, inverse: String)
  /// A to-one relationship is said to be ordered.
  case orderedToOne(entity: String, relationship: String)
  /// The least number is more than the greatest.
  case countsReversed(entity: String, relationship: String, minimum: Int, maximum: Int)
  /// A uniqueness constraint names an attribute that there is not.
  case unknownConstraint(entity: String, attribute: String)
  /// A derived attribute says something that is not worked out.
  case underivable(entity: String, attribute: String, why: String)
  /// An index cannot be made.
  case unusableIndex(entity: String, index: String, why: String)
  /// Something else than data is to lie in files beside the store.
  case externalValue(entity: String, attribute: String)
  /// A composite attribute has a part that it cannot have.
  case unusablePart(entity: String, attribute: String, part: String)

  /// What is wrong and what to do about it.
  public var text: String {
    switch self {
    case .entityWithoutName:
      "An entity has no name; give it one."
    case .repeatedEntity(let name):
      "Two entities are called '\(name)'; rename one."
    case .propertyWithoutName(let entity):
      "A property of '\(entity)' has no name; give it one."
    case .repeatedProperty(let entity, let property):
      "'\(entity)' has two properties called '\(property)' (inherited ones count); rename one."
    case .entityOutsideModel(let entity, let relative):
      "'\(entity)' is related by inheritance to '\(relative)', which is not in the model; add it."
    case .attributeWithoutType(let entity, let attribute):
      "'\(entity).\(attribute)' is stored but has no type; set attributeType or isTransient."
    case .relationshipWithoutDestination(let entity, let relationship):
      "'\(entity).\(relationship)' has no destination; set destinationEntity."
    case .destinationOutsideModel(let entity, let relationship, let destination):
      "'\(entity).\(relationship)' leads to '\(destination)', which is not in the model; add it."
    case .inverseElsewhere(let entity, let relationship, let inverse, let destination):
      "'\(entity).\(relationship)' has the inverse '\(inverse)', but that is no relationship "
        + "of its destination '\(destination)'; name one that is."
    case .inverseNotMutual(let entity, let relationship, let inverse):
      "The inverse of '\(entity).\(relationship)' is '\(inverse)', but not the other way round; "
        + "set inverseRelationship on both."
    case .orderedToOne(let entity, let relationship):
      "'\(entity).\(relationship)' is to-one and ordered; set isOrdered to false or maxCount to 0."
    case .countsReversed(let entity, let relationship, let minimum, let maximum):
      "'\(entity).\(relationship)' needs at least \(minimum) and at most \(maximum) members; "
        + "make minCount the smaller one."
    case .unknownConstraint(let entity, let attribute):
      "A uniqueness constraint of '\(entity)' names '\(attribute)', which is no stored property "
        + "of it; correct the name."
    case .underivable(let entity, let attribute, let why):
      "'\(entity).\(attribute)' cannot be derived: \(why)."
    case .unusableIndex(let entity, let index, let why):
      "The index '\(index)' of '\(entity)' cannot be kept: \(why)."
    case .externalValue(let entity, let attribute):
      "'\(entity).\(attribute)' allows external storage, but only data and transformable values "
        + "can lie in files; set allowsExternalBinaryDataStorage to false."
    case .unusablePart(let entity, let attribute, let part):
      "The part '\(part)' of '\(entity).\(attribute)' has no name or type, is derived, or is kept "
        + "in files; a composite attribute is made of plain ones."
    }
  }
}

extension NSManagedObjectModel {
  /// Everything that keeps this model from being used, in one order; empty for a good model.
  public final var problems: [ModelProblem] {
    let names = entities.map { $0.name ?? "" }
    var found: [ModelProblem] = names.contains("") ? [.entityWithoutName] : []
    for (index, name) in names.enumerated() where !name.isEmpty {
      if names.firstIndex(of: name) != index { found.append(.repeatedEntity(name)) }
    }
    let known = Set(entities.map(ObjectIdentifier.init))
    return found + entities.flatMap { $0.problems(inModelOf: known) }
  }
}

extension NSEntityDescription {
  fileprivate func problems(inModelOf known: Set<ObjectIdentifier>) -> [ModelProblem] {
    let entity = name ?? ""
    let relatives = subentities + (superentity.map { [$0] } ?? [])
    let strangers = relatives.filter { !known.contains(ObjectIdentifier($0)) }
    guard strangers.isEmpty else {
      return strangers.map { .entityOutsideModel(entity: entity, relative: $0.name ?? "") }
    }
    var found: [ModelProblem] = []
    let names = properties.map(\.name)
    if names.contains("") { found.append(.propertyWithoutName(entity: entity)) }
    for (index, name) in names.enumerated()
    where !name.isEmpty && names.firstIndex(of: name) != index {
      found.append(.repeatedProperty(entity: entity, property: name))
    }
    for property in ownProperties { found += property.problems(in: entity, known) }
    if found.isEmpty { found += promiseProblems }
    let stored = properties.flatMap(\.stored).map(\.name)
    for name in constraintNames.joined() where !names.contains(name) && !stored.contains(name) {
      found.append(.unknownConstraint(entity: entity, attribute: name))
    }
    return found
  }
}

extension NSPropertyDescription {
  fileprivate func problems(in entity: String, _ known: Set<ObjectIdentifier>) -> [ModelProblem] {
    if let attribute = self as? NSAttributeDescription {
      if attribute is NSCompositeAttributeDescription { return [] }
      let isTyped = attribute.attributeType != .undefinedAttributeType || isTransient
      return isTyped ? [] : [.attributeWithoutType(entity: entity, attribute: name)]
    }
    guard let relationship = self as? NSRelationshipDescription else { return [] }
    guard let destination = relationship.destinationEntity else {
      return [.relationshipWithoutDestination(entity: entity, relationship: name)]
    }
    guard known.contains(ObjectIdentifier(destination)) else {
      let name = destination.name ?? ""
      return [
        .destinationOutsideModel(entity: entity, relationship: self.name, destination: name)
      ]
    }
    return relationship.inverseProblems(in: entity, destination)
      + relationship.countProblems(in: entity)
  }
}

extension NSRelationshipDescription {
  fileprivate func inverseProblems(
    in entity: String, _ destination: NSEntityDescription
  ) -> [ModelProblem] {
    guard let inverse = inverseRelationship else { return [] }
    guard destination.properties.contains(where: { $0 === inverse }) else {
      return [
        .inverseElsewhere(
          entity: entity, relationship: name, inverse: inverse.name,
          destination: destination.name ?? "")
      ]
    }
    guard inverse.inverseRelationship === self else {
      return [.inverseNotMutual(entity: entity, relationship: name, inverse: inverse.name)]
    }
    return []
  }

  fileprivate func countProblems(in entity: String) -> [ModelProblem] {
    var found: [ModelProblem] = []
    if isOrdered && !isToMany { found.append(.orderedToOne(entity: entity, relationship: name)) }
    if maxCount != 0 && minCount > maxCount {
      found.append(
        .countsReversed(
          entity: entity, relationship: name, minimum: minCount, maximum: maxCount))
    }
    return found
  }
}
