import CoreData
import Foundation
import Testing

@Suite(.serialized) struct ContextFacts {
  @Test func `A5: a child's coordinator is the root's`() throws {
    let chat = try Chat()
    let parent = chat.context()
    #expect(chat.child(of: parent).persistentStoreCoordinator === chat.coordinator)
  }

  @Test func `A4: a child keeps its parent alive`() throws {
    let chat = try Chat()
    weak var parent: NSManagedObjectContext?
    let child = {
      let made = chat.context()
      parent = made
      return chat.child(of: made)
    }()
    #expect(parent != nil && child.parent === parent)
  }

  @Test func `A10: the defaults of a new context`() throws {
    let chat = try Chat()
    let context = chat.context()
    #expect(!context.automaticallyMergesChangesFromParent && !context.hasChanges)
    #expect(context.shouldDeleteInaccessibleFaults && context.propagatesDeletesAtEndOfEvent)
    #expect(context.stalenessInterval < 0 && context.undoManager == nil)
  }

  @Test func `A12: a background context merges nothing by itself`() throws {
    let chat = try Chat()
    let (id, reader) = (try chat.save("lobby"), chat.context())
    try reader.performAndWait {
      let room = try reader.existingObject(with: id)
      #expect(room.name == "lobby")
      try chat.rename(id, "hall")
      #expect(room.name == "lobby")
    }
  }

  @Test func `A15: a save without stores fails`() {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = NSPersistentStoreCoordinator(
      managedObjectModel: Chat.model)
    context.performAndWait {
      _ = context.room("lobby")
      #expect(throws: (any Error).self) { try context.save() }
    }
  }

  @Test func `B2: perform never runs inline`() throws {
    let chat = try Chat()
    let context = chat.context()
    let done = DispatchSemaphore(value: 0)
    var order: [String] = []
    context.performAndWait {
      context.perform {
        order.append("inside")
        done.signal()
      }
      order.append("after")
    }
    done.wait()
    #expect(order == ["after", "inside"])
  }

  @Test func `B4: performAndWait may be nested`() throws {
    let chat = try Chat()
    let context = chat.context()
    let found = context.performAndWait { context.performAndWait { 1 } + 1 }
    #expect(found == 2)
  }

  @Test func `B9: a Swift error passes through performAndWait`() throws {
    struct Mine: Error {}
    let chat = try Chat()
    let context = chat.context()
    #expect(throws: Mine.self) { try context.performAndWait { throw Mine() } }
  }

  @Test func `B11: an awaited perform gives its result`() async throws {
    let chat = try Chat()
    let context = chat.context()
    let count = try await context.perform {
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room"))
    }
    #expect(count == 0)
  }
}

@Suite(.serialized) struct IdentityFacts {
  @Test
  func `D1, D3, D4: a save makes another ID permanent, and the one that was kept stays as it is`()
    throws
  {
    let chat = try Chat()
    let context = chat.context()
    try context.performAndWait {
      let room = context.room("lobby")
      let before = room.objectID
      #expect(before.isTemporaryID)
      try context.save()
      #expect(!room.objectID.isTemporaryID && before.isTemporaryID && room.objectID != before)
      let same = try #require(
        context.persistentStoreCoordinator?.managedObjectID(
          forURIRepresentation: room.objectID.uriRepresentation()))
      #expect(same == room.objectID)
    }
  }

  @Test func `D7: an ID from a URI needs no row`() throws {
    let chat = try Chat()
    let uri = try chat.save("lobby").uriRepresentation()
    let other = uri.deletingLastPathComponent().appendingPathComponent("p4711")
    #expect(chat.coordinator.managedObjectID(forURIRepresentation: other) != nil)
    let strange = try #require(URL(string: "x-coredata://\(UUID().uuidString)/Room/p1"))
    #expect(chat.coordinator.managedObjectID(forURIRepresentation: strange) == nil)
  }

  @Test func `D8: obtaining permanent IDs writes no row`() throws {
    let chat = try Chat()
    let context = chat.context()
    try context.performAndWait {
      let room = context.room("lobby")
      try context.obtainPermanentIDs(for: [room])
      #expect(!room.objectID.isTemporaryID && room.isInserted)
      let other = chat.context()
      #expect(try other.performAndWait { try other.rooms().isEmpty })
    }
  }

  @Test func `D10: after both saves the child still has the temporary ID`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let child = chat.child(of: parent)
    try child.performAndWait {
      let room = child.room("lobby")
      try child.save()
      try parent.performAndWait { try parent.save() }
      #expect(room.objectID.isTemporaryID)
    }
  }

  @Test func `D13: an ID obtained before the first save is the same on every level`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let child = chat.child(of: parent)
    try child.performAndWait {
      let room = child.room("lobby")
      try child.obtainPermanentIDs(for: [room])
      let id = room.objectID
      try child.save()
      try parent.performAndWait {
        try parent.save()
        #expect(try parent.existingObject(with: id).name == "lobby")
      }
      #expect(room.objectID == id)
    }
  }
}
