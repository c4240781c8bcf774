internal import Foundation

/// Builds a model from the XML of one `.xcdatamodel`. Names are resolved after everything has been
/// declared, so the order in the file does not matter.
struct ModelReader {
  let url: URL
  private(set) var entities: [String: NSEntityDescription] = [:]
  private var order: [NSEntityDescription] = []
  /// The composite attributes that the model declares, by name.
  private(set) var composites: [String: ModelElement] = [:]

  static func model(at url: URL) throws(ModelFileError) -> NSManagedObjectModel {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw ModelFileError(url: url, line: nil, reason: .unreadable(error.localizedDescription))
    }
    return try model(from: data, at: url)
  }

  /// The model in the text of a file; `url` is for messages only.
  static func model(from data: Data, at url: URL) throws(ModelFileError) -> NSManagedObjectModel {
    var reader = ModelReader(url: url)
    return try reader.model(try ModelElement.root(of: data, from: url))
  }

  private init(url: URL) { self.url = url }

  private mutating func model(
    _ root: ModelElement
  ) throws(ModelFileError) -> NSManagedObjectModel {
    guard root.name == "model" else { throw error(root, .notAModel(root: root.name)) }
    try checkWords(of: root)
    for element in root.children("composite") {
      composites[try required("name", of: element)] = element
    }
    let declarations = root.children("entity")
    for element in declarations { try declare(element) }
    for element in declarations { try inherit(element) }
    for element in declarations { try fill(element) }
    for element in declarations { try relate(element) }
    let model = NSManagedObjectModel()
    model.entities = order
    if let version = root["userDefinedModelVersionIdentifier"], !version.isEmpty {
      model.versionIdentifiers = [version]
    }
    for element in root.children("configuration") { try configure(model, element) }
    for element in root.children("fetchRequest") {
      model.setTemplate(try fetchRequest(element), forName: try required("name", of: element))
    }
    let problems = model.problems
    guard problems.isEmpty else { throw error(root, .problems(problems)) }
    return model
  }

  func error(_ element: ModelElement, _ reason: ModelFileError.Reason) -> ModelFileError {
    ModelFileError(url: url, line: element.line, reason: reason)
  }

  func required(
    _ attribute: String, of element: ModelElement
  ) throws(ModelFileError) -> String {
    guard let value = element[attribute], !value.isEmpty else {
      throw error(element, .missing(attribute: attribute, element: element.name))
    }
    return value
  }

  func entity(
    _ name: String, in element: ModelElement
  ) throws(ModelFileError) -> NSEntityDescription {
    guard let entity = entities[name] else {
      throw error(element, .unknownEntity(name, element: element.name))
    }
    return entity
  }

  func number(
    _ attribute: String, of element: ModelElement
  ) throws(ModelFileError) -> Double? {
    guard let text = element[attribute] else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw error(
        element, .badNumber(text, attribute: attribute, element: element.name))
    }
    return number
  }
}

// MARK: Entities

extension ModelReader {
  private mutating func declare(_ element: ModelElement) throws(ModelFileError) {
    let name = try required("name", of: element)
    guard entities[name] == nil else { throw error(element, .repeated(name)) }
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = element["representedClassName"] ?? "NSManagedObject"
    entity.isAbstract = element.isSet("isAbstract")
    entity.versionHashModifier = element["versionHashModifier"]
    if let old = element["elementID"] { entity.renamingIdentifier = old }
    entity.userInfo = userInfo(of: element)
    if let format = element["coreSpotlightDisplayNameExpression"] {
      do {
        entity.coreSpotlightDisplayNameExpression = try NSExpression(parsing: format)
      } catch {
        throw self.error(element, .badPredicate("\(error)"))
      }
    }
    entities[name] = entity
    order.append(entity)
  }

  private func inherit(_ element: ModelElement) throws(ModelFileError) {
    guard let parentName = element["parentEntity"] else { return }
    let parent = try entity(parentName, in: element)
    let child = try entity(try required("name", of: element), in: element)
    guard !parent.isKindOf(entity: child) else {
      throw error(element, .inheritanceCycle(child.name ?? ""))
    }
    parent.subentities.append(child)
  }

  private func fill(_ element: ModelElement) throws(ModelFileError) {
    let entity = try entity(try required("name", of: element), in: element)
    var properties: [NSPropertyDescription] = []
    var names: Set<String> = []
    for child in element.children {
      guard let property = try property(child) else { continue }
      guard names.insert(property.name).inserted else {
        throw error(child, .repeated(property.name))
      }
      properties.append(property)
    }
    entity.properties = properties
    entity.uniquenessConstraints = try constraints(element)
  }

  private func property(
    _ element: ModelElement
  ) throws(ModelFileError) -> NSPropertyDescription? {
    let property: NSPropertyDescription
    switch element.name {
    case "attribute": property = try attribute(element)
    case "relationship": property = try relationship(element)
    case "fetchedProperty": property = try fetchedProperty(element)
    default: return nil
    }
    try describe(property, by: element)
    return property
  }

  /// What all properties have in common.
  func describe(
    _ property: NSPropertyDescription, by element: ModelElement
  ) throws(ModelFileError) {
    property.name = try required("name", of: element)
    property.isOptional = element.isSet("optional")
    property.isTransient = element.isSet("transient")
    property.versionHashModifier = element["versionHashModifier"]
    if let old = element["elementID"] { property.renamingIdentifier = old }
    property.userInfo = userInfo(of: element)
  }

  private func userInfo(of element: ModelElement) -> [AnyHashable: Any]? {
    var info: [AnyHashable: Any] = [:]
    for entry in element.children("userInfo").flatMap({ $0.children("entry") }) {
      if let key = entry["key"] { info[key] = entry["value"] ?? "" }
    }
    return info.isEmpty ? nil : info
  }

  private func constraints(_ element: ModelElement) throws(ModelFileError) -> [[Any]] {
    var found: [[Any]] = []
    for constraint in element.children("uniquenessConstraints")
      .flatMap({ $0.children("uniquenessConstraint") })
    {
      var names: [Any] = []
      for part in constraint.children("constraint") {
        names.append(try required("value", of: part))
      }
      found.append(names)
    }
    return found
  }
}
