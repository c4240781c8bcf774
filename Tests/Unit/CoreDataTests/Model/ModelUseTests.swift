import Foundation
import Testing

@testable import CoreData

struct ModelUseTests {
  @Test func `A9: a model in use traps on change and names the way out`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let model = ChatModel.make()
      _ = NSPersistentStoreCoordinator(managedObjectModel: model)
      model.entitiesByName["Room"]?.isAbstract = true
    }
    let words = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
    #expect(words.contains("Can't modify an immutable model: entity 'Room'"))
    #expect(words.contains("copy()"))
  }

  @Test func `a copy can be changed, and its relationships mean its own entities`() throws {
    let model = ChatModel.make()
    _ = NSPersistentStoreCoordinator(managedObjectModel: model)
    let copy = try #require(model.copy() as? NSManagedObjectModel)
    let room = try #require(copy.entitiesByName["Room"])
    room.renamingIdentifier = "Hall"
    #expect(room !== model.entitiesByName["Room"])
    let messages = try #require(room.relationshipsByName["messages"])
    #expect(messages.destinationEntity === copy.entitiesByName["Message"])
    #expect(messages.inverseRelationship?.destinationEntity === room)
    #expect(copy.entityVersionHashesByName == model.entityVersionHashesByName)
    #expect(copy.problems.isEmpty)
  }

  @Test func `entities outlive their model without harm`() throws {
    var model: NSManagedObjectModel? = ChatModel.make()
    model?.freeze()
    let message = try #require(model?.entitiesByName["Message"])
    weak let gone = model
    model = nil
    #expect(gone == nil)
    #expect(message.owningModel == nil)
    #expect(message.layout.slots.map(\.name).contains("text"))
    #expect(message.relationshipsByName["room"]?.destinationEntity == nil)
  }

  @Test func `everything that is wrong with a model is said at once`() throws {
    let model = ChatModel.make { entities in
      let back = entities["Message"]?.relationshipsByName["room"]
      back?.inverseRelationship = nil
      entities["Member"]?.properties += [NSAttributeDescription()]
      entities["Room"]?.uniquenessConstraints = [["colour"]]
    }
    #expect(
      model.problems == [
        .inverseNotMutual(entity: "Room", relationship: "messages", inverse: "room"),
        .unknownConstraint(entity: "Room", attribute: "colour"),
        .propertyWithoutName(entity: "Member"),
        .attributeWithoutType(entity: "Member", attribute: ""),
      ])
  }

  @Test func `models with the same entity merge, with a different one they do not`() throws {
    let merged = try #require(
      NSManagedObjectModel(byMerging: [ChatModel.make(), ChatModel.make()]))
    #expect(merged.entities.compactMap(\.name) == ["Room", "Member", "Message"])
    let other = ChatModel.make { $0["Room"]?.properties += [ChatModel.string("colour")] }
    #expect(NSManagedObjectModel(byMerging: [ChatModel.make(), other]) == nil)
  }

  @Test func `a new relationship is to-many without limits and nullifies`() {
    let relationship = NSRelationshipDescription()
    #expect(relationship.isToMany && relationship.isOptional && !relationship.isOrdered)
    #expect(relationship.minCount == 0 && relationship.maxCount == 0)
    #expect(relationship.deleteRule == .nullifyDeleteRule)
  }

  @Test func `hashes are SHA-256`() {
    let hex = SHA256.digest(of: "abc").map { String($0, radix: 16) }.joined()
    #expect(hex == "ba7816bf8f1cfea414140de5dae2223b0361a396177a9cb410ff61f2015ad")
    #expect(SHA256.digest(of: String(repeating: "a", count: 119)).count == 32)
  }
}
