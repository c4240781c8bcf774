import Foundation
import Testing

@testable import CoreData

/// One walk through everything: insert, save, fetch, fault, edit, save.
struct SliceTests {
  @Test(arguments: RuntimeKind.both)
  func `an object is inserted, saved, fetched, faulted, edited and saved`(kind: RuntimeKind) throws
  {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby", messages: ["hello", "anyone?"])
      #expect(!id.isTemporaryID)

      let context = stack.context("editor")
      try context.performAndWait {
        let rooms = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
        #expect(rooms.count == 1)
        let room = try #require(rooms.first)
        #expect(room.isFault)
        #expect(room.value(forKey: "name") as? String == "lobby")
        #expect(!room.isFault)
        let messages = try #require(room.value(forKey: "messages") as? Set<Message>)
        #expect(messages.count == 2)
        room.setValue("hall", forKey: "name")
        #expect(context.updatedObjects == [room])
        try context.save()
        #expect(!context.hasChanges)
        context.refresh(room, mergeChanges: false)
        #expect(room.isFault)
        #expect(room.value(forKey: "name") as? String == "hall")
      }
      #expect(try stack.storedNames() == ["hall"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a main queue context edits and a child saves through it`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let main = NSManagedObjectContext(.mainQueue)
      main.persistentStoreCoordinator = stack.coordinator
      let child = stack.child(of: main, "child")
      try child.performAndWait {
        let room = Room(context: child)
        room.setValue("lobby", forKey: "name")
        try child.save()
      }
      #expect(try stack.storedNames() == [])
      try main.performAndWait { try main.save() }
      #expect(try stack.storedNames() == ["lobby"])
    }
  }
}
