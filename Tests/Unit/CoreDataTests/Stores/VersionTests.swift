import Foundation
import Testing

@testable import CoreData

struct `A store of another model version` {
  private static var migrating: [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
  }

  /// A stage with one room, one member in it and one message, closed again.
  private func closedStage() throws -> StoreStage {
    let stage = try StoreStage(.sqliteFile)
    let room = try #require(try stage.insert("Room", [["name": .text("Lobby")]]).first)
    let member = try #require(try stage.insert("Member", [["name": .text("Ann")]]).first)
    try stage.insert(
      "Message",
      [["text": .text("hi"), "room": .reference(room.id), "author": .reference(member.id)]])
    var changes = StoreChanges()
    changes.updates = [
      StoreChanges.Update(
        id: room.id, base: room, values: room.values, changedSlots: [],
        members: [
          StoreChanges.MemberChange(
            relationship: stage.relationship("Room", "members"), added: [member.id], removed: [],
            order: nil)
        ])
    ]
    try stage.save(changes)
    try stage.coordinator.remove(stage.store)
    return stage
  }

  private func open(
    _ stage: StoreStage, _ model: NSManagedObjectModel, options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try NSPersistentStoreCoordinator(managedObjectModel: model).addPersistentStore(
      type: .sqlite, at: try #require(stage.store.url), options: options)
  }

  private func code(_ body: () throws -> NSPersistentStore) -> CocoaError.Code? {
    do {
      _ = try body()
      return nil
    } catch { return (error as? CocoaError)?.code }
  }

  @Test(arguments: RuntimeKind.both)
  func `R1: it is refused with 134100, which names what differs`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try closedStage()
      let model = ChatModel.make { $0["Room"]?.properties += [ChatModel.string("motto")] }
      do {
        _ = try open(stage, model)
        Issue.record("the store was opened")
      } catch let error as CocoaError {
        #expect(error.errorCode == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error.localizedDescription.contains("Room changed"))
      }
      #expect(code { try open(stage, ChatModel.make()) } == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `R2: an optional attribute is added, the rows stay`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try closedStage()
      let model = ChatModel.make { $0["Room"]?.properties += [ChatModel.string("motto")] }
      let store = try open(stage, model, options: Self.migrating)
      #expect(store.identifier == stage.store.identifier)
      let room = try #require(
        try store.rows.rows(matching: StoreQuery(entity: model.entitiesByName["Room"]!)).first)
      #expect(room["name"] == .text("Lobby") && room["motto"] == .null)
      #expect(room.version == 2)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `R2: a new entity moves the numbers of the others, references and pairs follow`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try closedStage()
      let model = ChatModel.make()
      let badge = NSEntityDescription()
      badge.name = "Badge"
      badge.properties = [ChatModel.string("name")]
      model.entities += [badge]
      let store = try open(stage, model, options: Self.migrating)
      let message = try #require(
        try store.rows.rows(matching: StoreQuery(entity: model.entitiesByName["Message"]!)).first)
      guard case .reference(let room) = message["room"] else {
        Issue.record("the message lost its room")
        return
      }
      let row = try #require(try store.rows.row(for: room, maximumAge: nil))
      #expect(row["name"] == .text("Lobby"))
      let members = try #require(row.id.entity.relationshipsByName["members"])
      #expect(try store.rows.members(of: members, owner: room).map(\.rowKey) == [1])
      let next = try store.rows.allocateIDs(for: row.id.entity, count: 1)
      #expect(next.map(\.rowKey) == [2])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `R2: an attribute is renamed, and a default fills what was missing`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try closedStage()
      let model = ChatModel.make { entities in
        entities["Room"]?.attributesByName["name"]?.name = "title"
        entities["Room"]?.attributesByName["title"]?.renamingIdentifier = "name"
        let level = ChatModel.attribute("level", .integer64AttributeType, default: 7)
        level.isOptional = false
        entities["Room"]?.properties += [level]
      }
      let store = try open(stage, model, options: Self.migrating)
      let room = try #require(
        try store.rows.rows(matching: StoreQuery(entity: model.entitiesByName["Room"]!)).first)
      #expect(room["title"] == .text("Lobby") && room["level"] == .integer(7))
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `R2: what cannot be inferred is refused, and the file stays as it was`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try closedStage()
      let model = ChatModel.make { entities in
        let level = ChatModel.attribute("level", .integer64AttributeType)
        level.isOptional = false
        entities["Room"]?.properties += [level]
      }
      #expect(code { try open(stage, model, options: Self.migrating) } == .inferredMappingModel)
      let old = ChatModel.make()
      let store = try open(stage, old)
      let room = try #require(old.entitiesByName["Room"])
      #expect(try store.rows.count(matching: StoreQuery(entity: room)) == 1)
    }
  }
}
