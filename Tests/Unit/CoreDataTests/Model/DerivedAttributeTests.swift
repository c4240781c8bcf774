import Foundation
import Testing

@testable import CoreData

/// Derived attributes are worked out by the store at every save; an object shows the new value once
/// it is refreshed.
struct DerivedAttributeTests {
  typealias StoreType = NSPersistentStore.StoreType

  static func derived(
    _ name: String, _ type: NSAttributeType, _ expression: String
  ) -> NSDerivedAttributeDescription {
    let attribute = NSDerivedAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.derivationExpression = NSExpression(format: expression)
    return attribute
  }

  static func stack(_ type: StoreType, onDisk: Bool = false) throws -> ChatStack {
    try ChatStack(
      type, onDisk: onDisk,
      model: { entities in
        entities["Room"]!.properties += [
          derived("plainName", .stringAttributeType, "canonical:(name)"),
          derived("loudName", .stringAttributeType, "uppercase:(name)"),
          derived("messageCount", .integer64AttributeType, "messages.@count"),
          derived("positions", .integer64AttributeType, "messages.@sum.position"),
          derived("total", .integer64AttributeType, "sum:(messages.position)"),
          derived("last", .dateAttributeType, "messages.@max.sentAt"),
          derived("memberCount", .integer64AttributeType, "members.@count"),
          derived("touched", .dateAttributeType, "now()"),
        ]
        entities["Message"]!.properties += [
          derived("roomName", .stringAttributeType, "room.name"),
          derived("twice", .integer64AttributeType, "position * 2"),
        ]
      })
  }

  /// What a new context reads, from the store itself.
  private func value(_ key: String, of object: NSManagedObject, _ stack: ChatStack) throws -> Any? {
    try stack.storedValue(key, of: object.objectID)
  }

  @Test(arguments: [StoreType.inMemory, .sqlite])
  func `a save works them out, and a refresh shows them`(type: StoreType) throws {
    let stack = try Self.stack(type)
    let context = stack.context("editor")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "Café"])
      let member = context.insert("Member", ["name": "Ada"])
      for position in 1...3 {
        context.insert(
          "Message",
          [
            "text": "\(position)", "position": position, "room": room,
            "sentAt": Date(timeIntervalSinceReferenceDate: Double(position)),
          ])
      }
      room.setValue(Set([member]), forKey: "members")
      try context.save()
      #expect(room["plainName"] == nil, "not before a refresh")
      context.refresh(room, mergeChanges: true)
      #expect(room["plainName"] == "cafe")
      #expect(room["loudName"] == "CAFÉ")
      #expect(room.value(forKey: "messageCount") as? Int == 3)
      #expect(room.value(forKey: "positions") as? Int == 6)
      #expect(room.value(forKey: "total") as? Int == 6)
      #expect(room.value(forKey: "memberCount") as? Int == 1)
      #expect(
        room.value(forKey: "last") as? Date == Date(timeIntervalSinceReferenceDate: 3))
      let touched = try #require(room.value(forKey: "touched") as? Date)
      #expect(abs(touched.timeIntervalSinceNow) < 600)
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "roomName == 'Café' AND twice == 4")
      let found = try context.fetch(request)
      #expect(found.map { $0["text"] } == ["2"])
    }
  }

  @Test(arguments: [StoreType.inMemory, .sqlite])
  func `they follow what they are derived from`(type: StoreType) throws {
    let stack = try Self.stack(type)
    let context = stack.context("editor")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "one"])
      let other = context.insert("Room", ["name": "two"])
      let message = context.insert("Message", ["position": 5, "room": room])
      let ada = context.insert("Member", ["name": "Ada", "rooms": Set([room, other])])
      try context.save()
      #expect(try value("messageCount", of: room, stack) as? Int == 1)
      #expect(try value("positions", of: other, stack) as? Int == 0)

      // Only a member changes; the room itself is not saved.
      message.setValue(7, forKey: "position")
      try context.save()
      #expect(try value("positions", of: room, stack) as? Int == 7)

      message.setValue(other, forKey: "room")
      try context.save()
      #expect(try value("messageCount", of: room, stack) as? Int == 0)
      #expect(try value("positions", of: other, stack) as? Int == 7)
      #expect(try value("roomName", of: message, stack) as? String == "two")

      other["name"] = "three"
      try context.save()
      #expect(try value("roomName", of: message, stack) as? String == "three")
      #expect(try value("loudName", of: other, stack) as? String == "THREE")

      context.delete(message)
      context.delete(ada)
      try context.save()
      #expect(try value("messageCount", of: other, stack) as? Int == 0)
      #expect(try value("memberCount", of: other, stack) as? Int == 0)
    }
  }

  @Test(arguments: [StoreType.inMemory, .sqlite])
  func `what a program sets them to does not last`(type: StoreType) throws {
    let stack = try Self.stack(type)
    let context = stack.context("editor")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "one", "plainName": "nonsense"])
      try context.save()
      #expect(try value("plainName", of: room, stack) as? String == "one")
      room["plainName"] = "nonsense"
      try context.save()
      #expect(try value("plainName", of: room, stack) as? String == "one")
    }
  }

  @Test func `batches keep them true`() throws {
    let stack = try Self.stack(.sqlite)
    let id = try stack.savedRoom("one", messages: ["a", "b"])
    let context = stack.context("editor")
    try context.performAndWait {
      let update = NSBatchUpdateRequest(entityName: "Message")
      update.propertiesToUpdate = ["position": 4]
      _ = try context.execute(update)
      #expect(try stack.storedValue("positions", of: id) as? Int == 8)
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Message")
      fetch.predicate = NSPredicate(format: "text == 'a'")
      _ = try context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
      #expect(try stack.storedValue("messageCount", of: id) as? Int == 1)
    }
  }

  @Test func `a store that was written without them gets them when it is opened`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("chat.sqlite")
    func open(_ adjust: ([String: NSEntityDescription]) -> Void) throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make(adjust))
      let options = [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ]
      try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      return context
    }
    do {
      let context = try open { _ in }
      try context.performAndWait {
        let room = context.insert("Room", ["name": "Café"])
        context.insert("Message", ["room": room])
        try context.save()
        try context.persistentStoreCoordinator!.remove(
          context.persistentStoreCoordinator!.persistentStores[0])
      }
    }
    let context = try open {
      $0["Room"]!.properties += [
        Self.derived("plainName", .stringAttributeType, "canonical:(name)"),
        Self.derived("messageCount", .integer64AttributeType, "messages.@count"),
      ]
    }
    try context.performAndWait {
      let room = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))[0]
      #expect(room["plainName"] == "cafe")
      #expect(room.value(forKey: "messageCount") as? Int == 1)
    }
  }

  @Test(arguments: [
    "SUBQUERY(messages, $m, $m.position > 1).@count", "messages.author.@count",
    "unknown", "messages.text",
  ])
  func `what cannot be derived is refused with its place`(expression: String) {
    let model = ChatModel.make {
      $0["Room"]!.properties += [Self.derived("odd", .integer64AttributeType, expression)]
    }
    let text = model.problems.map(\.text).joined()
    #expect(text.contains("'Room.odd'"))
    #expect(text.contains("derived"))
  }

  @Test func `the derivation is part of the version, and XML says it, too`() throws {
    let xml = """
      <model><entity name="Room"><attribute name="name" optional="YES" attributeType="String"/>
      <attribute name="plain" optional="YES" attributeType="String" derived="YES"
        derivationExpression="canonical:(name)"/></entity></model>
      """
    let model = try ModelReader.model(from: Data(xml.utf8), at: SampleModelFile.url)
    let plain = model.entitiesByName["Room"]?.attributesByName["plain"]
    let expression = (plain as? NSDerivedAttributeDescription)?.derivationExpression
    #expect(expression?.description == "canonical:(name)")
  }
}
