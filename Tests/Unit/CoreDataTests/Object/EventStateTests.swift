import Foundation
import Testing

@testable import CoreData

/// What an object was like before the event that is changing it.
struct EventStateTests {
  private static func withRoom(
    _ kind: RuntimeKind,
    _ body: @escaping (NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("V1", messages: ["hello"])
      let context = stack.context("editor")
      try context.performAndWait { try body(context, context.existingObject(with: id)) }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `every event is told against the one before`(kind: RuntimeKind) throws {
    try Self.withRoom(kind) { context, room in
      room["name"] = "V2"
      #expect(room.changedValuesForCurrentEvent() as? [String: String] == ["name": "V1"])
      context.processPendingChanges()
      room["name"] = "V3"
      #expect(room.changedValuesForCurrentEvent() as? [String: String] == ["name": "V2"])
      try context.save()
      #expect(room.changedValuesForCurrentEvent().isEmpty)
      room["name"] = "V4"
      context.rollback()
      #expect(room.changedValuesForCurrentEvent().isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `members before the event are those of the snapshot`(kind: RuntimeKind) throws {
    try Self.withRoom(kind) { context, room in
      let before = try #require(room.value(forKey: "messages") as? Set<NSManagedObject>)
      Message(context: context).setValue(room, forKey: "room")
      let changed = room.changedValuesForCurrentEvent()
      #expect(changed["messages"] as? Set<NSManagedObject> == before)
      #expect(changed.count == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `an undo manager that comes in the middle of an event takes back all of it`(
    kind: RuntimeKind
  ) throws {
    try Self.withRoom(kind) { context, room in
      room["name"] = "V2"
      context.undoManager = UndoManager()
      room["topic"] = "T"
      context.processPendingChanges()
      context.undo()
      #expect(room["name"] == "V1")
      #expect(room["topic"] == nil)
      #expect(!room.isDeleted)
      #expect(!context.hasChanges)
    }
  }
}
