import CoreData
import Foundation
import Testing

@Suite(.serialized) struct NestedFacts {
  @Test func `E1: a save goes one level up`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let (child, other) = (chat.child(of: parent), chat.context())
    try child.performAndWait {
      _ = child.room("lobby")
      try child.save()
    }
    parent.performAndWait { #expect(parent.hasChanges) }
    #expect(try other.performAndWait { try other.rooms().isEmpty })
  }

  @Test func `E2, E8: neither parent nor sibling sees what a child has not saved`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let (child, sibling) = (chat.child(of: parent), chat.child(of: parent))
    child.performAndWait { _ = child.room("lobby") }
    #expect(try parent.performAndWait { try parent.rooms().isEmpty })
    #expect(try sibling.performAndWait { try sibling.rooms().isEmpty })
  }

  @Test func `E5, E9: a child reads and finds its parent's unsaved values`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let child = chat.child(of: parent)
    let id = try chat.save("lobby")
    try parent.performAndWait {
      try parent.existingObject(with: id).setValue("hall", forKey: "name")
    }
    try child.performAndWait {
      let (room, found) = (
        try child.existingObject(with: id), try child.rooms("name == %@", "hall")
      )
      #expect(room.name == "hall" && found == [room])
    }
  }

  @Test func `E6, E7: a realised child object follows its parent by a refresh`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let child = chat.child(of: parent)
    let id = try chat.save("lobby")
    try child.performAndWait {
      let room = try child.existingObject(with: id)
      #expect(room.name == "lobby")
      try parent.performAndWait {
        try parent.existingObject(with: id).setValue("hall", forKey: "name")
      }
      #expect(room.name == "lobby")
      child.refresh(room, mergeChanges: false)
      #expect(room.name == "hall")
    }
  }

  @Test func `E10: discarding a child leaves the parent alone`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let child = chat.child(of: parent)
    child.performAndWait {
      _ = child.room("lobby")
      child.rollback()
      #expect(!child.hasChanges)
    }
    parent.performAndWait { #expect(!parent.hasChanges) }
  }

  @Test func `E11: a deletion saved by a child is pending in the parent`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let child = chat.child(of: parent)
    let id = try chat.save("lobby")
    try child.performAndWait {
      child.delete(try child.existingObject(with: id))
      try child.save()
    }
    parent.performAndWait { #expect(parent.deletedObjects.map(\.objectID) == [id]) }
  }

  @Test func `E19: a failed child save leaves the parent alone`() throws {
    let chat = try Chat()
    let parent = chat.context()
    let child = chat.child(of: parent)
    child.performAndWait {
      _ = NSEntityDescription.insertNewObject(forEntityName: "Room", into: child)
      #expect(throws: (any Error).self) { try child.save() }
      #expect(child.hasChanges)
    }
    parent.performAndWait { #expect(!parent.hasChanges) }
  }
}

@Suite(.serialized) struct UniquingFacts {
  @Test func `F1: one instance per ID and context`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = context.object(with: id)
      let (found, again) = (try context.rooms(), try context.existingObject(with: id))
      #expect(found.first === room && again === room)
    }
  }

  @Test func `F2: changes are judged against the snapshot`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      room.setValue("hall", forKey: "name")
      #expect(room.changedValues().keys.sorted() == ["name"])
      #expect(room.committedValues(forKeys: ["name"])["name"] as? String == "lobby")
      room.setValue("lobby", forKey: "name")
      #expect(room.changedValues().isEmpty)
    }
  }

  @Test func `F5, F6: a fetch finds by the file, and shows what was realised`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      #expect(room.name == "lobby")
      try chat.rename(id, "hall")
      let found = try context.rooms("name == %@", "hall")
      #expect(found.map(\.name) == ["lobby"])
    }
  }

  @Test func `F8, F9: a refresh discards edits, or keeps them`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      room.setValue("mine", forKey: "name")
      context.refresh(room, mergeChanges: true)
      #expect(room.name == "mine" && room.hasChanges)
      context.refresh(room, mergeChanges: false)
      #expect(room.isFault && room.name == "lobby")
    }
  }

  @Test func `F11: reset forgets everything`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      context.reset()
      #expect(context.registeredObjects.isEmpty && room.managedObjectContext == nil)
    }
  }

  @Test func `F12: rollback restores committed values`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      room.setValue("mine", forKey: "name")
      _ = context.room("new")
      context.rollback()
      #expect(room.name == "lobby" && !context.hasChanges)
    }
  }

  @Test func `H1: what fires a fault and what does not`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    context.performAndWait {
      let room = context.object(with: id)
      #expect(room.isFault)
      _ = (room.objectID, room.entity, room.hasChanges, room.isDeleted)
      #expect(room.isFault)
      #expect(room.name == "lobby" && !room.isFault)
    }
  }

  @Test func `H7: existingObject throws for a missing row`() throws {
    let chat = try Chat()
    let (id, context, other) = (try chat.save("lobby"), chat.context(), chat.context())
    try other.performAndWait {
      other.delete(try other.existingObject(with: id))
      try other.save()
    }
    context.performAndWait {
      _ = #expect(throws: (any Error).self) { try context.existingObject(with: id) }
    }
  }
}
