public import CoreData

/// The one model of all chapters: rooms with members, and messages written by members in rooms.
public enum ChatModel {
  /// The one of all stacks; runs may share it, for nothing can change it any more.
  public static let shared = make()

  /// A new model, which the first coordinator freezes.
  public static func make() -> NSManagedObjectModel {
    let room = entity(
      "Room", Room.self, [text("name"), text("topic"), number("messageCount")])
    let member = entity("Member", Member.self, [text("name")])
    let message = entity(
      "Message", Message.self,
      [text("text"), time("sentAt"), flag("isRead"), number("position")])

    relate((room, "messages", .cascadeDeleteRule), toMany: message, back: "room")
    relate((member, "messages", .nullifyDeleteRule), toMany: message, back: "author")
    relate((room, "members", .nullifyDeleteRule), toMany: member, back: "rooms", manyBack: true)

    let model = NSManagedObjectModel()
    model.entities = [room, member, message]
    return model
  }

  private static func entity(
    _ name: String, _ objects: NSManagedObject.Type, _ attributes: [NSAttributeDescription]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    entity.managedObjectClassName = "WorkbookKit.\(objects)"
    entity.properties = attributes
    return entity
  }

  private static func text(_ name: String) -> NSAttributeDescription {
    attribute(name, .stringAttributeType)
  }
  private static func time(_ name: String) -> NSAttributeDescription {
    attribute(name, .dateAttributeType)
  }
  private static func flag(_ name: String) -> NSAttributeDescription {
    attribute(name, .booleanAttributeType, default: false)
  }
  private static func number(_ name: String) -> NSAttributeDescription {
    attribute(name, .integer64AttributeType, default: 0)
  }

  private static func attribute(
    _ name: String, _ type: NSAttributeType, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.defaultValue = value
    return attribute
  }

  /// A to-many relationship with its inverse.
  private static func relate(
    _ from: (entity: NSEntityDescription, name: String, rule: NSDeleteRule),
    toMany destination: NSEntityDescription, back: String, manyBack: Bool = false
  ) {
    let forth = NSRelationshipDescription()
    forth.name = from.name
    forth.destinationEntity = destination
    forth.deleteRule = from.rule
    let inverse = NSRelationshipDescription()
    inverse.name = back
    inverse.destinationEntity = from.entity
    inverse.maxCount = manyBack ? 0 : 1
    forth.inverseRelationship = inverse
    inverse.inverseRelationship = forth
    from.entity.properties += [forth]
    destination.properties += [inverse]
  }
}
