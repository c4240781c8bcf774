import Foundation
import Testing

@testable import CoreData

@Suite(.everyStore) struct ContextUndoTests {
  /// A saved room with one message, and a context with an undo manager that has realised both.
  struct Stage {
    let stack: ChatStack
    let context: NSManagedObjectContext
    let room: NSManagedObject
    let message: NSManagedObject

    init() throws {
      stack = try ChatStack()
      let id = try stack.savedRoom("Swift", messages: ["hello"])
      let context = stack.context("editor")
      context.undoManager = UndoManager()
      (room, message) = try context.performAndWait {
        let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
        return (try context.existingObject(with: id), try #require(found.first))
      }
      self.context = context
    }

    /// One event.
    func event(_ body: () throws -> Void) rethrows {
      try context.performAndWait {
        try body()
        context.processPendingChanges()
      }
    }

    func messages() -> Int {
      (room.value(forKey: "messages") as? Set<NSManagedObject>)?.count ?? -1
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `O1: nil by default, then one group per event`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      #expect(stage.stack.context("plain").undoManager == nil)
      stage.event {
        stage.room["name"] = "one"
        stage.room["topic"] = "one"
      }
      stage.event { stage.room["name"] = "two" }
      stage.context.performAndWait {
        stage.context.undo()
        #expect(stage.room["name"] == "one")
        stage.context.undo()
        #expect(stage.room["name"] == "Swift")
        #expect(stage.room["topic"] == nil)
        #expect(!stage.context.hasChanges)
        stage.context.redo()
        stage.context.redo()
        #expect(stage.room["name"] == "two")
        #expect(stage.room["topic"] == "one")
        #expect(stage.context.updatedObjects == [stage.room])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `O2: undo restores inserts, deletions and both sides of relationships`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      let context = stage.context
      stage.event { context.insert("Message", ["text": "new", "room": stage.room]) }
      context.performAndWait {
        #expect(stage.messages() == 2)
        context.undo()
        #expect(stage.messages() == 1)
        #expect(context.insertedObjects.isEmpty)
        context.redo()
        #expect(stage.messages() == 2)
        #expect(context.insertedObjects.count == 1)
        context.undo()
      }
      stage.event { context.delete(stage.message) }
      context.performAndWait {
        #expect(stage.messages() == 0)
        context.undo()
        #expect(stage.messages() == 1)
        #expect(!stage.message.isDeleted)
        #expect(stage.message.value(forKey: "room") as? NSManagedObject === stage.room)
        #expect(!context.hasChanges)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `O2: the objects are told why`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]!.objectClass = SnapshotWitness.self })
      let context = stack.context("editor")
      context.undoManager = UndoManager()
      try context.performAndWait {
        let room = try #require(context.insert("Room") as? SnapshotWitness)
        context.processPendingChanges()
        room["name"] = "x"
        context.processPendingChanges()
        context.delete(room)
        context.processPendingChanges()
        for _ in 1...3 { context.undo() }
        #expect(room.events == [.undoDeletion, .undoUpdate, .undoInsertion])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `O3: edits between disable and enable are not undone`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      stage.context.performAndWait {
        stage.context.processPendingChanges()
        stage.context.undoManager?.disableUndoRegistration()
        stage.room["topic"] = "unrecorded"
        stage.context.processPendingChanges()
        stage.context.undoManager?.enableUndoRegistration()
        stage.room["name"] = "recorded"
        stage.context.undo()
        #expect(stage.room["name"] == "Swift")
        #expect(stage.room["topic"] == "unrecorded")
        stage.context.undo()
        #expect(stage.room["topic"] == "unrecorded")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `O4: undo after a save dirties, rollback and reset forget`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let context = stage.context
      stage.event { stage.room["name"] = "saved" }
      try context.performAndWait {
        try context.save()
        context.undo()
        #expect(context.hasChanges)
        try context.save()
      }
      #expect(try stage.stack.stored("name", of: stage.room.objectID) == "Swift")
      stage.event { stage.room["name"] = "x" }
      context.performAndWait {
        context.rollback()
        #expect(context.undoManager?.canUndo == false)
        stage.room["name"] = "y"
        context.processPendingChanges()
        context.reset()
        #expect(context.undoManager?.canUndo == false)
      }
    }
  }

  @Test func `a deletion that was saved comes back as a new object`() throws {
    let stage = try Stage()
    stage.event { stage.context.delete(stage.message) }
    try stage.context.performAndWait {
      try stage.context.save()
      stage.context.undo()
      try stage.context.save()
    }
    #expect(try stage.stack.storedNames("Message", "text") == ["hello"])
  }

  @Test func `a saved deletion comes back under its ID, with everything it was connected to`()
    throws
  {
    let stage = try Stage()
    let context = stage.context
    try context.performAndWait {
      for name in ["Ada", "Bob"] {
        context.insert("Member", ["name": name, "rooms": Set([stage.room])])
      }
      try context.save()
    }
    let id = stage.room.objectID
    stage.event { context.delete(stage.room) }
    try context.performAndWait {
      try context.save()
      context.undo()
      #expect(stage.room.objectID == id && stage.room.isInserted)
      #expect(stage.message.value(forKey: "room") as? NSManagedObject === stage.room)
      try context.save()
      #expect(!context.hasChanges)
      // What is done again after the insertion that was taken back.
      context.undo()
      context.redo()
      try context.save()
    }
    let other = stage.stack.context("other")
    try other.performAndWait {
      let room = try other.existingObject(with: id)
      #expect(room.value(forKeyPath: "members.name") as? Set<String> == ["Ada", "Bob"])
      #expect(room.value(forKeyPath: "messages.text") as? Set<String> == ["hello"])
    }
  }

  @Test func `what others inserted again meanwhile is a conflict, and no second row`() throws {
    let stage = try Stage()
    let (context, id) = (stage.context, stage.message.objectID)
    let other = stage.stack.context("other", policy: .overwrite)
    let theirs = try other.performAndWait { try other.existingObject(with: id) }
    stage.event { context.delete(stage.message) }
    try context.performAndWait { try context.save() }
    try other.performAndWait {
      theirs["text"] = "theirs"
      try other.save()
    }
    try context.performAndWait {
      context.undo()
      #expect { try context.save() } throws: { ($0 as? CocoaError)?.code == .managedObjectMerge }
      context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
      try context.save()
    }
    #expect(try stage.stack.storedNames("Message", "text") == ["hello"])
  }

  @Test func `undoing an edit brings nothing back that others have deleted`() throws {
    let stage = try Stage()
    let (context, id) = (stage.context, stage.message.objectID)
    stage.event { stage.message["text"] = "edited" }
    try context.performAndWait { try context.save() }
    let other = stage.stack.context("other")
    let saved = Listener(.NSManagedObjectContextDidSave, other)
    try other.performAndWait {
      other.delete(try other.existingObject(with: id))
      try other.save()
    }
    context.performAndWait {
      context.mergeChanges(fromContextDidSave: saved.notifications[0])
      context.undo()
      #expect(context.insertedObjects.isEmpty && !context.hasChanges)
    }
  }

  @Test func `what a child deleted and brought back stays in its parent, saved or not`() throws {
    for savesBetween in [false, true] {
      let stage = try Stage()
      let parent = stage.stack.context("parent")
      let child = stage.stack.child(of: parent, "child")
      child.undoManager = UndoManager()
      try child.performAndWait {
        let message = try child.existingObject(with: stage.message.objectID)
        child.delete(message)
        try child.save()
        if savesBetween { try parent.performAndWait { try parent.save() } }
        child.undo()
        try child.save()
      }
      try parent.performAndWait { try parent.save() }
      #expect(try stage.stack.storedNames("Message", "text") == ["hello"])
      let room = try stage.stack.storedValue("messages", of: stage.room.objectID)
      #expect((room as? Set<NSManagedObject>)?.count == 1)
    }
  }
}
