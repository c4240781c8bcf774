import Foundation
import Testing

@testable import CoreData

struct ModelEqualityTests {
  /// Changes to one description, each of which must be seen.
  private static let changes: [(String, @Sendable (NSManagedObjectModel) -> Void)] = [
    ("name", { $0.entitiesByName["Room"]!.name = "Hall" }),
    ("class", { $0.entitiesByName["Room"]!.managedObjectClassName = "Hall" }),
    ("abstract", { $0.entitiesByName["Room"]!.isAbstract = true }),
    ("info", { $0.entitiesByName["Room"]!.userInfo = ["a": 1] }),
    ("constraint", { $0.entitiesByName["Room"]!.uniquenessConstraints = [["name"]] }),
    ("property", { $0.entitiesByName["Room"]!.properties.removeLast() }),
    (
      "index",
      { model in
        let room = model.entitiesByName["Room"]!
        let element = NSFetchIndexElementDescription(
          property: room.attributesByName["name"]!, collationType: .binary)
        room.indexes = [NSFetchIndexDescription(name: "byName", elements: [element])]
      }
    ),
    ("optional", { $0.entitiesByName["Room"]!.attributesByName["name"]!.isOptional = false }),
    (
      "type",
      { $0.entitiesByName["Room"]!.attributesByName["name"]!.attributeType = .URIAttributeType }
    ),
    ("default", { $0.entitiesByName["Room"]!.attributesByName["name"]!.defaultValue = "x" }),
    (
      "external",
      {
        $0.entitiesByName["Room"]!.attributesByName["name"]!.allowsExternalBinaryDataStorage = true
      }
    ),
    (
      "validation",
      {
        $0.entitiesByName["Room"]!.attributesByName["name"]!.setValidationPredicates(
          [NSPredicate(format: "length > 1")], withValidationWarnings: ["short"])
      }
    ),
    (
      "delete rule",
      {
        $0.entitiesByName["Room"]!.relationshipsByName["messages"]!.deleteRule =
          .denyDeleteRule
      }
    ),
    ("count", { $0.entitiesByName["Room"]!.relationshipsByName["messages"]!.minCount = 2 }),
    (
      "destination",
      { model in
        model.entitiesByName["Room"]!.relationshipsByName["messages"]!.destinationEntity =
          model.entitiesByName["Member"]
      }
    ),
    ("identifiers", { $0.versionIdentifiers = ["v2"] }),
    ("configuration", { $0.setEntities([$0.entities[0]], forConfigurationName: "One") }),
    (
      "template",
      { $0.setFetchRequestTemplate(NSFetchRequest(entityName: "Room"), forName: "All") }
    ),
  ]

  @Test func `models that say the same are equal, copies included`() throws {
    let (one, other) = (ChatModel.make(), ChatModel.make())
    #expect(one == other && one.hash == other.hash)
    #expect(one.copy() as? NSManagedObjectModel == one)
    for (name, entity) in one.entitiesByName {
      let twin = try #require(other.entitiesByName[name])
      #expect(entity == twin && entity.hash == twin.hash)
      for (key, property) in entity.propertiesByName {
        #expect(property == twin.propertiesByName[key])
        #expect(property.hash == twin.propertiesByName[key]?.hash)
      }
    }
    #expect(one.entities[0] != one.entities[1])
  }

  @Test(arguments: changes.map(\.0))
  func `a difference is seen`(_ name: String) throws {
    let change = try #require(Self.changes.first { $0.0 == name })
    let (one, other) = (ChatModel.make(), ChatModel.make())
    change.1(other)
    #expect(one != other)
  }

  @Test func `models in use are compared like others`() throws {
    let stack = try ChatStack()
    #expect(stack.model == stack.model.copy() as? NSManagedObjectModel)
    #expect(stack.model != ChatModel.make { $0["Room"]!.isAbstract = true })
  }
}
