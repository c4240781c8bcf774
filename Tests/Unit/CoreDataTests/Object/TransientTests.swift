import Foundation
import Testing

@testable import CoreData

/// What a transient attribute is worth, and when.
@Suite(.everyStore) struct TransientTests {
  static func stack() throws -> ChatStack {
    try ChatStack(
      model: { entities in
        let draft = ChatModel.attribute("draft", .stringAttributeType, default: "empty")
        let colour = ChatModel.attribute("colour", .undefinedAttributeType)
        for attribute in [draft, colour] { attribute.isTransient = true }
        entities["Room"]!.properties += [draft, colour]
      })
  }

  @Test func `a transient has its default after a fetch and after a refresh`() throws {
    let stack = try Self.stack()
    let id = try stack.savedRoom("lobby")
    let context = stack.context("editor")
    try context.performAndWait {
      let found = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
      #expect(found.map { $0["draft"] } == ["empty"])
      let room = try context.existingObject(with: id)
      room["draft"] = "Hello"
      context.refresh(room, mergeChanges: false)
      #expect(room["draft"] == "empty")
      room["draft"] = "Hello"
      context.refresh(room, mergeChanges: true)
      #expect(room["draft"] == "Hello")
    }
  }

  @Test func `a save keeps the value of a transient, and stores nothing of it`() throws {
    let stack = try Self.stack()
    let id = try stack.savedRoom("lobby")
    let context = stack.context("editor")
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      room["draft"] = "Hello"
      room["name"] = "hall"
      try context.save()
      #expect(room["draft"] == "Hello")
    }
    #expect(try stack.stored("draft", of: id) == "empty")
  }

  @Test(arguments: RuntimeKind.both)
  func `a child has the transients of its parent, and gives it its own`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try Self.stack()
      let id = try stack.savedRoom("lobby")
      let parent = stack.context("parent")
      let child = stack.child(of: parent, "child")
      let grandchild = stack.child(of: child, "grandchild")
      let room = try parent.performAndWait { try parent.existingObject(with: id) }
      parent.performAndWait {
        room["draft"] = "Hello"
        room.setValue(Set([1, 2]), forKey: "colour")
      }
      try grandchild.performAndWait {
        let room = try grandchild.existingObject(with: id)
        #expect(room["draft"] == "Hello")
        #expect(room.value(forKey: "colour") as? Set<Int> == [1, 2])
      }
      try child.performAndWait {
        let copy = try child.existingObject(with: id)
        #expect(copy["draft"] == "Hello")
        copy["draft"] = "Bye"
        try child.save()
      }
      #expect(parent.performAndWait { room["draft"] } == "Bye")
      // Saved or set past the change tracking, it is still what a child sees.
      try parent.performAndWait {
        try parent.save()
        room.setPrimitiveValue("Later", forKey: "draft")
      }
      let late = stack.child(of: parent, "late")
      try late.performAndWait {
        let found = try late.fetch(NSFetchRequest<Room>(entityName: "Room"))
        #expect(found.map { $0["draft"] } == ["Later"])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F8: a refresh that keeps nothing makes a fault of an unsaved insertion, too`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try Self.stack()
      let context = stack.context("editor")
      try context.performAndWait {
        let room = context.insert("Room", ["name": "lobby", "draft": "Hello"])
        let message = context.insert("Message", ["text": "hello", "room": room])
        context.refresh(room, mergeChanges: true)
        #expect(!room.isFault && room.isInserted)
        #expect(room["name"] == "lobby" && room["draft"] == "Hello")
        context.refresh(room, mergeChanges: false)
        #expect(room.isFault && !room.isInserted)
        #expect(message.value(forKey: "room") == nil)
        try context.save()
      }
      #expect(try stack.storedNames().isEmpty)
      #expect(try stack.storedNames("Message", "text") == ["hello"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `what needs no row can be asked of an object after a reset`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try Self.stack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("editor")
      try context.performAndWait {
        let saved = try context.existingObject(with: id)
        let new = context.insert("Room", ["draft": "Hello"])
        context.reset()
        for room in [saved, new] {
          room.willAccessValue(forKey: nil)
          #expect(!room.isFault)
          #expect(room["draft"] == "empty")
          #expect(room.managedObjectContext == nil)
        }
      }
    }
  }

  @Test func `an object without a context may be told that it is about to be read`() throws {
    let stack = try Self.stack()
    let room = Room(entity: stack.model.entitiesByName["Room"]!, insertInto: nil)
    room.willAccessValue(forKey: nil)
    room.willAccessValue(forKey: "name")
    #expect(room["draft"] == "empty")
  }

  @Test func `the base class has an entity that says nothing`() {
    #expect(NSManagedObject.entity().name == nil)
    #expect(NSManagedObject.entity().properties.isEmpty)
  }
}
