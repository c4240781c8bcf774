import Foundation

@testable import CoreData

/// A model with every kind of relationship there is: one-to-one, one-to-many and many-to-many,
/// ordered at neither, one or both ends, to the entity itself, without a way back, and with each
/// delete rule that does not forbid.
enum RelationshipWeb {
  /// The names of its relationships, entity by entity.
  static let toOne: [String: [String]] = [
    "Node": ["favourite", "parent", "partner"], "Tag": [], "Leaf": [],
    "Item": ["box", "holder"],
  ]
  static let toMany: [String: [String]] = [
    "Node": ["best", "children", "friends", "items", "likes", "list", "ranked", "tags"],
    "Tag": tagged, "Leaf": tagged, "Item": [],
  ]
  private static let tagged = ["contents", "lists", "nodes", "rankedBy"]

  static let destinations: [String: String] = [
    "favourite": "Tag", "parent": "Node", "partner": "Node", "box": "Tag", "holder": "Node",
    "best": "Tag", "children": "Node", "friends": "Node", "items": "Item", "likes": "Tag",
    "list": "Tag", "ranked": "Tag", "tags": "Tag", "contents": "Item", "lists": "Node",
    "nodes": "Node", "rankedBy": "Node",
  ]
  static let inverses: [String: String] = [
    "parent": "children", "children": "parent", "partner": "partner", "friends": "friends",
    "items": "holder", "holder": "items", "list": "lists", "lists": "list", "ranked": "rankedBy",
    "rankedBy": "ranked", "tags": "nodes", "nodes": "tags", "box": "contents", "contents": "box",
  ]
  static let ordered: Set<String> = ["items", "list", "lists", "ranked", "best"]

  static let model = makeModel()

  private static func makeModel() -> NSManagedObjectModel {
    var entities: [String: NSEntityDescription] = [:]
    for name in ["Node", "Tag", "Item", "Leaf"] {
      let entity = NSEntityDescription()
      entity.name = name
      if name != "Leaf" {
        entity.properties = [
          ChatModel.string("name"), ChatModel.attribute("value", .integer64AttributeType),
        ]
      }
      entities[name] = entity
    }
    entities["Tag"]?.subentities = [entities["Leaf"]!]
    relate(entities)
    let model = NSManagedObjectModel()
    model.entities = ["Item", "Leaf", "Node", "Tag"].compactMap { entities[$0] }
    return model
  }

  private static func relate(_ entities: [String: NSEntityDescription]) {
    var made: [String: NSRelationshipDescription] = [:]
    for owner in ["Node", "Tag", "Item"] {
      for name in (toOne[owner] ?? []) + (toMany[owner] ?? []) {
        let relationship = NSRelationshipDescription()
        relationship.name = name
        relationship.destinationEntity = entities[destinations[name] ?? ""]
        relationship.maxCount = (toOne[owner] ?? []).contains(name) ? 1 : 0
        relationship.isOrdered = ordered.contains(name)
        relationship.deleteRule = rules[name] ?? .nullifyDeleteRule
        entities[owner]?.properties += [relationship]
        made[name] = relationship
      }
    }
    for (name, inverse) in inverses { made[name]?.inverseRelationship = made[inverse] }
  }

  private static let rules: [String: NSDeleteRule] = [
    "children": .cascadeDeleteRule, "contents": .noActionDeleteRule, "lists": .noActionDeleteRule,
    "favourite": .noActionDeleteRule, "items": .cascadeDeleteRule,
  ]
}

/// What a context knows of a web: the objects by name, each with its value and its neighbours.
/// Destinations that are gone are left out.
struct WebPicture: Equatable, CustomStringConvertible {
  private(set) var lines: [String: String] = [:]

  init(of context: NSManagedObjectContext) throws {
    for object in try Self.objects(in: context) {
      lines[object["name"] ?? "?"] = Self.line(of: object)
    }
  }

  var description: String {
    lines.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
  }

  /// What is here and not there, and the other way round.
  func differences(from other: WebPicture) -> String {
    Set(lines.keys).union(other.lines.keys).sorted().filter { lines[$0] != other.lines[$0] }
      .map { "\($0):\n  \(lines[$0] ?? "gone")\n  \(other.lines[$0] ?? "gone")" }
      .joined(separator: "\n")
  }

  /// All objects, by name.
  static func objects(in context: NSManagedObjectContext) throws -> [NSManagedObject] {
    try ["Node", "Tag", "Item"].flatMap {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: $0))
    }.sorted { ($0["name"] ?? "") < ($1["name"] ?? "") }
  }

  private static func line(of object: NSManagedObject) -> String {
    let entity = object.entity.name ?? ""
    var parts = ["\(object.value(forKey: "value") ?? "nil")"]
    for name in RelationshipWeb.toOne[entity] ?? [] {
      if let other = object.value(forKey: name) as? NSManagedObject, isThere(other) {
        parts.append("\(name)=\(other["name"] ?? "?")")
      }
    }
    for name in RelationshipWeb.toMany[entity] ?? [] {
      let members = Self.members(of: object, name).filter(isThere).map { $0["name"] ?? "?" }
      if members.isEmpty { continue }
      let shown = RelationshipWeb.ordered.contains(name) ? members : members.sorted()
      parts.append("\(name)=[\(shown.joined(separator: " "))]")
    }
    return parts.joined(separator: " ")
  }

  static func members(of object: NSManagedObject, _ name: String) -> [NSManagedObject] {
    let value = object.value(forKey: name)
    if let list = value as? NSOrderedSet { return list.array.compactMap { $0 as? NSManagedObject } }
    return Array(value as? Set<NSManagedObject> ?? [])
  }

  /// Whether an object that is referred to is more than a memory of it.
  static func isThere(_ object: NSManagedObject) -> Bool {
    guard object.managedObjectContext != nil, !object.isDeleted else { return false }
    object.willAccessValue(forKey: nil)
    return !object.isDeleted
  }

  /// Ends of relationships that do not say the same.
  static func loneEnds(in context: NSManagedObjectContext) throws -> [String] {
    var found: [String] = []
    for object in try objects(in: context) {
      let entity = object.entity.name ?? ""
      for name in (RelationshipWeb.toOne[entity] ?? []) + (RelationshipWeb.toMany[entity] ?? []) {
        guard let inverse = RelationshipWeb.inverses[name] else { continue }
        for other in neighbours(of: object, name).filter(isThere)
        where !neighbours(of: other, inverse).contains(object) {
          found.append("\(object["name"] ?? "?").\(name) has \(other["name"] ?? "?"), not back")
        }
      }
    }
    return found
  }

  private static func neighbours(of object: NSManagedObject, _ name: String) -> [NSManagedObject] {
    if let other = object.value(forKey: name) as? NSManagedObject { return [other] }
    return members(of: object, name)
  }
}
