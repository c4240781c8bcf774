import Foundation
import Testing

@testable import CoreData

extension Observed {
  /// Facts D10 to D16: what becomes of a temporary ID that went through a child context.
  @Suite struct NestedTemporaryIDs {
    /// A parent, a child, and a room that the child has inserted.
    private struct Stage {
      let stack: ChatStack
      let parent: NSManagedObjectContext
      let child: NSManagedObjectContext
      let room: Room

      init(_ ids: CoreDataBehaviour.NestedTemporaryIDs = .classic) throws {
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
    func `D11: then a fetch registers a second instance for the one row`(kind: RuntimeKind) throws {
      try kind.run {
        let stage = try Stage()
        try stage.saveChild()
        try stage.saveParent()
        try stage.child.performAndWait {
          let found = try stage.child.fetch(NSFetchRequest<Room>(entityName: "Room"))
          #expect(found.count == 1)
          #expect(found.first !== stage.room)
          #expect(stage.child.registeredObjects.count == 2)
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
