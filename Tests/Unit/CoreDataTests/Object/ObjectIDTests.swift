import Foundation
import Testing

@testable import CoreData

/// Group D: temporary and permanent IDs.
struct ObjectIDTests {
  @Test(arguments: RuntimeKind.both)
  func `D1: a save makes the ID permanent`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      try context.performAndWait {
        let room = Room(context: context)
        let captured = room.objectID
        #expect(captured.isTemporaryID)
        try context.save()
        #expect(!room.objectID.isTemporaryID)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `D3: IDs are equal across contexts, objects are not`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      _ = try stack.savedRoom("lobby")
      let request = NSFetchRequest<Room>(entityName: "Room")
      let one = stack.context("one")
      let other = stack.context("other")
      let mine = try one.performAndWait { try one.fetch(request)[0] }
      let yours = try other.performAndWait { try other.fetch(request)[0] }
      #expect(mine.objectID == yours.objectID)
      #expect(mine.objectID.hash == yours.objectID.hash)
      #expect(mine !== yours)
      #expect(mine != yours)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `D3: a fault has the same ID whichever thread asks first`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let saved = try stack.savedRoom("lobby")
      let context = stack.context("one")
      let fault = try context.performAndWait {
        try #require(try context.fetch(NSFetchRequest<Room>(entityName: "Room")).first)
      }
      // Outside the context's blocks an ID is made for each that asks; inside, one is kept.
      let outside = (fault.objectID, fault.objectID)
      let inside = context.performAndWait { (fault.objectID, fault.objectID) }
      #expect(outside.0 == saved && outside.1 == saved && inside.0 == saved)
      #expect(inside.0 === inside.1)
      #expect(Set([saved, outside.0, outside.1, inside.0]).count == 1)
      #expect(context.performAndWait { context.registeredObject(for: outside.0) } === fault)
    }
  }

  @Test func `objects hash alike in each run, and the same after a save`() throws {
    let hashes = try (1...2).map { _ in
      let context = try ChatStack().context("one")
      return try context.performAndWait {
        let rooms = (1...5).map { _ in Room(context: context) }
        let before = rooms.map(\.hash)
        try context.save()
        #expect(rooms.map(\.hash) == before)
        return before
      }
    }
    #expect(hashes[0] == hashes[1])
    #expect(Set(hashes[0]).count == 5)
  }

  @Test(arguments: RuntimeKind.both, [false, true])
  func `D6: whether a captured temporary ID still resolves is a switch`(
    kind: RuntimeKind, resolves: Bool
  ) throws {
    try kind.run {
      let stack = try ChatStack(.inMemory, { $0.resolvesCapturedTemporaryIDs = resolves })
      let context = stack.context("one")
      try context.performAndWait {
        let room = Room(context: context)
        let captured = room.objectID
        try context.save()
        #expect(context.registeredObject(for: captured) === (resolves ? room : nil))
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `D7: a URI resolves by its store, whether or not there is a row`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("one")
      try context.performAndWait {
        context.delete(context.object(with: id))
        try context.save()
      }
      let uri = id.uriRepresentation()
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: uri) == id)
      let foreign = URL(string: "x-coredata://0000/Room/p1")!
      #expect(stack.coordinator.managedObjectID(forURIRepresentation: foreign) == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `D7: a URI with a number that no row has leads to nothing`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let saved = try stack.savedRoom("lobby").uriRepresentation()
      func id(_ key: Int64) -> NSManagedObjectID? {
        let uri = saved.deletingLastPathComponent().appending(path: "p\(key)")
        return stack.coordinator.managedObjectID(forURIRepresentation: uri)
      }
      #expect([-5, 0, .min].allSatisfy { id($0) == nil }, "rows count from 1")
      let id = try #require(id(.max))
      let context = stack.context("one")
      context.performAndWait {
        #expect(throws: CocoaError.self) { try context.existingObject(with: id) }
        let fault = context.object(with: id)
        #expect(context.object(with: id) === fault)
        #expect(fault.value(forKey: "name") == nil && fault.isDeleted)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `D8: obtaining a permanent ID inserts no row`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = stack.context("one")
      try context.performAndWait {
        let room = Room(context: context)
        try context.obtainPermanentIDs(for: [room])
        let permanent = room.objectID
        #expect(!permanent.isTemporaryID)
        #expect(room.isInserted)
        #expect(context.registeredObject(for: permanent) === room)
        #expect(try stack.storedNames().isEmpty)
        try context.obtainPermanentIDs(for: [room])
        #expect(room.objectID == permanent)
        room.setValue("lobby", forKey: "name")
        try context.save()
        #expect(room.objectID == permanent)
      }
      #expect(try stack.storedNames() == ["lobby"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `D8: without a store there is no permanent ID to obtain`(kind: RuntimeKind) throws {
    try kind.run {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      context.performAndWait {
        let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
        #expect(throws: CocoaError.self) { try context.obtainPermanentIDs(for: [room]) }
        #expect(room.objectID.isTemporaryID)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `references between new objects are saved by their permanent IDs`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = stack.context("one")
      try context.performAndWait {
        let room = Room(context: context)
        let message = Message(context: context)
        message.setValue(room, forKey: "room")
        try context.obtainPermanentIDs(for: [room])
        try context.save()
        context.refreshAllObjects()
        #expect(message.value(forKey: "room") as? Room === room)
      }
    }
  }
}

extension ObjectIDTests {
  /// What is widely observed, not promised.
  struct Observed {
    @Test(arguments: RuntimeKind.both)
    func `D4: an ID captured before the save stays temporary`(kind: RuntimeKind) throws {
      try kind.run {
        let context = try ChatStack().context("one")
        try context.performAndWait {
          let room = Room(context: context)
          let captured = room.objectID
          try context.save()
          #expect(captured.isTemporaryID && !room.objectID.isTemporaryID)
          #expect(captured != room.objectID)
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D2: the URI of a permanent ID names store, entity and key`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let uri = try stack.savedRoom("lobby").uriRepresentation().absoluteString
        let store = try #require(stack.coordinator.persistentStores.first?.identifier)
        #expect(uri == "x-coredata://\(store)/Room/p1")
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D5: a temporary ID means nothing to another context`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let one = stack.context("one")
        let temporary = one.performAndWait { Room(context: one).objectID }
        let other = stack.context("other")
        other.performAndWait {
          #expect(other.registeredObject(for: temporary) == nil)
          let error = #expect(throws: CocoaError.self) {
            try other.existingObject(with: temporary)
          }
          #expect(error?.code == .managedObjectReferentialIntegrity)
          let fault = other.object(with: temporary)
          #expect(fault.value(forKey: "name") == nil)
          #expect(fault.isDeleted)
        }
      }
    }
  }
}
