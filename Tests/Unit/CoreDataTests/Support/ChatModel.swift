@testable import CoreData

/// The sample domain of all tests: rooms hold messages, messages have authors.
enum ChatModel {
  /// A new model, not yet in use, changed by `adjust` before it is returned.
  static func make(_ adjust: ([String: NSEntityDescription]) -> Void = { _ in })
    -> NSManagedObjectModel
  {
    let room = entity("Room", [string("name"), string("topic")])
    let member = entity("Member", [string("name")])
    let message = entity(
      "Message",
      [
        string("text"), attribute("sentAt", .dateAttributeType),
        attribute("isRead", .booleanAttributeType, default: false),
        attribute("position", .integer64AttributeType, default: 0),
      ])
    relate(room, "messages", .cascadeDeleteRule, message, "room", isToOneBack: true)
    relate(room, "members", .nullifyDeleteRule, member, "rooms", isToOneBack: false)
    relate(member, "messages", .nullifyDeleteRule, message, "author", isToOneBack: true)
    adjust(["Room": room, "Member": member, "Message": message])
    let model = NSManagedObjectModel()
    model.entities = [room, member, message].flatMap(\.family)
    return model
  }

  static func attribute(
    _ name: String, _ type: NSAttributeType, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.defaultValue = value
    return attribute
  }

  static func string(_ name: String) -> NSAttributeDescription {
    attribute(name, .stringAttributeType)
  }

  private static func entity(
    _ name: String, _ attributes: [NSAttributeDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes
    return entity
  }

  /// A to-many relationship and its inverse.
  private static func relate(
    _ one: NSEntityDescription, _ name: String, _ rule: NSDeleteRule,
    _ other: NSEntityDescription, _ inverseName: String, isToOneBack: Bool
  ) {
    let forth = NSRelationshipDescription()
    forth.name = name
    forth.destinationEntity = other
    forth.deleteRule = rule
    let back = NSRelationshipDescription()
    back.name = inverseName
    back.destinationEntity = one
    back.deleteRule = .nullifyDeleteRule
    if isToOneBack { back.maxCount = 1 }
    forth.inverseRelationship = back
    back.inverseRelationship = forth
    one.properties += [forth]
    other.properties += [back]
  }
}
