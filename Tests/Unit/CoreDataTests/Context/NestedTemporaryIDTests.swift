import Foundation
import Testing

@testable import CoreData

extension Observed {
  /// Facts D10 to D16: what becomes of a temporary ID that went through a child context.
  struct NestedTemporaryIDs {
    /// A parent, a child, and a room that the child has inserted.
    private struct Stage {
      let stack: ChatStack
      let parent: NSManagedObjectContext
      let child: NSManagedObjectContext
      let room: Room

      init(_ ids: CoreDataBehaviour.NestedTemporaryIDs = CoreDataBehaviour().nestedTemporaryIDs)
        throws
      {
        stack = try ChatStack(.inMemory, { $0.nestedTemporaryIDs = ids })
        parent = stack.context("parent")
        let child = stack.child(of: parent, "child")
        self.child = child
        room = child.performAndWait { Room(context: child) }
      }

      func saveChild() throws { try child.performAndWait { try child.save() } }
      func saveParent() throws { try parent.performAndWait { try parent.save() } }
      var childID: NSManagedObjectID { child.performAndWait { room.objectID } }
      var parentCopy: Room? {
        parent.performAndWait { parent.registeredObjects.first as? Room }
      }
    }

    @Test(arguments: [
      CoreDataBehaviour.NestedTemporaryIDs.classic, .untilRefetched, .fixedUp,
    ])
    func `a fault for the old ID in the parent takes nothing that the child saves`(
      ids: CoreDataBehaviour.NestedTemporaryIDs
    ) throws {
      for isRead in [false, true] {
        let stage = try Stage(ids)
        let temporary = stage.childID
        try stage.saveChild()
        try stage.saveParent()
        stage.parent.performAndWait {
          let fault = stage.parent.object(with: temporary)
          if isRead { _ = fault.value(forKey: "name") }
        }
        stage.child.performAndWait { stage.room.setValue("Pier", forKey: "name") }
        do { try stage.saveChild() } catch {
          // There the ID means nothing to the parent any more, which is an error and no loss.
          #expect(ids == .classic)
          continue
        }
        try stage.saveParent()
        let other = stage.stack.context("other")
        let names = try other.performAndWait {
          try other.fetch(NSFetchRequest<Room>(entityName: "Room"))
            .map { $0.value(forKey: "name") as? String }
        }
        #expect(names == ["Pier"])
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D10: after both saves the child still has the temporary ID`(kind: RuntimeKind) throws {
      try kind.run {
        let stage = try Stage()
        let temporary = stage.childID
        try stage.saveChild()
        #expect(stage.childID == temporary)
        let copy = try #require(stage.parentCopy)
        #expect(stage.parent.performAndWait { copy.objectID == temporary && copy.isInserted })
        try stage.saveParent()
        #expect(!stage.parent.performAndWait { copy.objectID.isTemporaryID })
        #expect(stage.childID == temporary)
        #expect(temporary.isTemporaryID)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D11: then a fetch gives the same instance, now with its permanent ID`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stage = try Stage()
        try stage.saveChild()
        try stage.saveParent()
        #expect(stage.childID.isTemporaryID)
        try stage.child.performAndWait {
          let found = try stage.child.fetch(NSFetchRequest<Room>(entityName: "Room"))
          #expect(found == [stage.room])
          #expect(!stage.room.objectID.isTemporaryID)
          #expect(stage.child.registeredObjects == [stage.room])
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D11: every way to the row leads to the one instance`(kind: RuntimeKind) throws {
      try kind.run {
        typealias Way = (NSManagedObjectContext, NSManagedObjectID) throws -> NSManagedObject?
        let ways: [Way] = [
          { $0.object(with: $1) }, { $0.registeredObject(for: $1) },
          { try $0.existingObject(with: $1) },
          { context, _ in
            let request = NSFetchRequest<Room>(entityName: "Room")
            request.includesPropertyValues = false
            return try context.fetch(request).first
          },
          { context, id in
            let message = try context.fetch(NSFetchRequest<Message>(entityName: "Message")).first
            #expect(message?.objectIDs(forRelationshipNamed: "room") == [id])
            return message?.value(forKey: "room") as? NSManagedObject
          },
          { context, id in
            let changes = [NSInsertedObjectIDsKey: [id]]
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: changes, into: [context])
            return context.registeredObject(for: id)
          },
        ]
        for way in ways {
          let stage = try Stage()
          try stage.saveChild()
          let parent = stage.parent
          let id = try parent.performAndWait {
            let copy = try #require(parent.registeredObjects.first)
            parent.insert("Message", ["text": "hello", "room": copy])
            try parent.save()
            return copy.objectID
          }
          try stage.child.performAndWait {
            let found = try way(stage.child, id)
            #expect(found === stage.room)
            #expect(stage.room.objectID == id)
          }
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D11: a predicate that mentions the object means its row`(kind: RuntimeKind) throws {
      try kind.run {
        let stage = try Stage()
        try stage.saveChild()
        try stage.saveParent()
        let other = try stage.stack.savedRoom("other")
        for (format, wanted) in [("SELF IN %@", 1), ("NOT (SELF IN %@)", 1)] {
          try stage.child.performAndWait {
            let request = NSFetchRequest<Room>(entityName: "Room")
            request.predicate = NSPredicate(format: format, [stage.room])
            let found = try stage.child.fetch(request)
            #expect(found.count == wanted)
            #expect((found.first === stage.room) == !format.hasPrefix("NOT"))
            #expect((found.first?.objectID == other) == format.hasPrefix("NOT"))
          }
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D11: with a private root and a main child one row is one object`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stack = try ChatStack(.sqlite)
        let root = stack.context("root")
        let main = NSManagedObjectContext(.mainQueue)
        main.parent = root
        let room = main.insert("Room", ["name": "lobby"])
        let message = main.insert("Message", ["text": "hello", "room": room])
        try main.save()
        try root.performAndWait { try root.save() }
        #expect(room.objectID.isTemporaryID && message.objectID.isTemporaryID)
        let rooms = try main.fetch(NSFetchRequest<Room>(entityName: "Room"))
        #expect(rooms == [room])
        #expect(!room.objectID.isTemporaryID && message.objectID.isTemporaryID)
        #expect(message.value(forKey: "room") as? NSManagedObject === room)
        room["name"] = "hall"
        try main.save()
        try root.performAndWait { try root.save() }
        #expect(try stack.storedNames() == ["hall"])
        #expect(try stack.rowCount("Message") == 1)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D11: in classic mode a fetch registers a second instance for the one row`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stage = try Stage(.classic)
        try stage.saveChild()
        try stage.saveParent()
        try stage.child.performAndWait {
          let found = try stage.child.fetch(NSFetchRequest<Room>(entityName: "Room"))
          #expect(found.count == 1)
          // A context keeps neither instance alive by itself.
          withExtendedLifetime((found, stage.room)) {
            #expect(found.first !== stage.room)
            #expect(stage.child.registeredObjects.count == 2)
          }
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D12: only the context at the coordinator learns the permanent ID`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stack = try ChatStack()
        let writer = stack.context("writer")
        let main = stack.child(of: writer, "main")
        let leaf = stack.child(of: main, "leaf")
        try leaf.performAndWait {
          _ = Room(context: leaf)
          try leaf.save()
        }
        let copy = main.performAndWait { main.insertedObjects.first }
        try main.performAndWait { try main.save() }
        try writer.performAndWait { try writer.save() }
        #expect(main.performAndWait { copy?.objectID.isTemporaryID } == true)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D13: an ID obtained before the first save is the same on every level`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stage = try Stage()
        try stage.child.performAndWait {
          try stage.child.obtainPermanentIDs(for: [stage.room])
        }
        let permanent = stage.childID
        #expect(!permanent.isTemporaryID)
        try stage.saveChild()
        let copy = try #require(stage.parentCopy)
        #expect(stage.parent.performAndWait { copy.objectID } == permanent)
        try stage.saveParent()
        #expect(stage.parent.performAndWait { copy.objectID } == permanent)
        #expect(stage.childID == permanent)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D14: obtaining it after the root's save converts the child's object`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stage = try Stage()
        try stage.saveChild()
        let copy = try #require(stage.parentCopy)
        try stage.saveParent()
        try stage.child.performAndWait {
          try stage.child.obtainPermanentIDs(for: [stage.room])
        }
        #expect(stage.childID == stage.parent.performAndWait { copy.objectID })
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D15: until the root is saved the permanent ID has no row`(kind: RuntimeKind) throws {
      try kind.run {
        let stage = try Stage()
        try stage.child.performAndWait {
          try stage.child.obtainPermanentIDs(for: [stage.room])
        }
        let id = stage.childID
        let sibling = stage.stack.context("sibling")
        sibling.performAndWait {
          let error = #expect(throws: CocoaError.self) { try sibling.existingObject(with: id) }
          #expect(error?.code == .managedObjectReferentialIntegrity)
        }
        try stage.saveChild()
        try stage.saveParent()
        #expect(throws: Never.self) {
          try sibling.performAndWait { _ = try sibling.existingObject(with: id) }
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `D16: in fixed-up mode the child's object follows`(kind: RuntimeKind) throws {
      try kind.run {
        let stage = try Stage(.fixedUp)
        try stage.saveChild()
        let copy = try #require(stage.parentCopy)
        try stage.saveParent()
        #expect(!stage.childID.isTemporaryID)
        #expect(stage.childID == stage.parent.performAndWait { copy.objectID })
        try stage.child.performAndWait {
          let found = try stage.child.fetch(NSFetchRequest<Room>(entityName: "Room"))
          #expect(found == [stage.room])
        }
      }
    }
  }
}
