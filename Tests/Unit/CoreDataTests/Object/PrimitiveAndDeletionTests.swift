import Foundation
import Testing

@testable import CoreData

@Suite(.everyStore) struct PrimitiveAndDeletionTests {
  @Test(arguments: RuntimeKind.both)
  func `a primitive write alone is no change`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("editor")
      try context.performAndWait {
        let room = try context.existingObject(with: id)
        room.setPrimitiveValue("hall", forKey: "name")
        #expect(!room.hasChanges && room.changedValues().isEmpty && !context.hasChanges)
        #expect(!room.hasPersistentChangedValues)
        // With another change it is part of what differs from the snapshot.
        room["topic"] = "tea"
        #expect(room.changedValues().keys.sorted() == ["name", "topic"])
      }
    }
  }

  /// Counts the calls of its hook.
  final class Farewell: NSManagedObject {
    var calls = 0
    override func prepareForDeletion() { calls += 1 }
  }

  @Test(arguments: RuntimeKind.both)
  func `a repeated deletion prepares again and changes nothing else`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]!.objectClass = Farewell.self })
      let context = stack.context("editor")
      try context.performAndWait {
        let room = try #require(context.insert("Room") as? Farewell)
        try context.save()
        context.delete(room)
        context.delete(room)
        #expect(room.calls == 2)
        #expect(context.deletedObjects == [room])
        try context.save()
      }
      #expect(try stack.rowCount("Room") == 0)
    }
  }

  @Test func `a batch update is seen by a refresh only when cached rows may not be that old`()
    throws
  {
    let stack = try ChatStack(.sqlite)
    let id = try stack.savedRoom("lobby")
    let context = stack.context("editor")
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      let update = NSBatchUpdateRequest(entityName: "Room")
      update.propertiesToUpdate = ["name": "hall"]
      _ = try context.execute(update)
      context.refresh(room, mergeChanges: false)
      #expect(room["name"] == "lobby")
      context.stalenessInterval = 0
      context.refresh(room, mergeChanges: false)
      #expect(room["name"] == "hall")
    }
  }
}
