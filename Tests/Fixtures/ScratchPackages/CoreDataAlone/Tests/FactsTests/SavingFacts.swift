import CoreData
import Foundation
import Testing

@Suite(.serialized) struct SavingFacts {
  @Test func `I1, I2: an event is announced once, and nothing of what came and went in it`() throws
  {
    let chat = try Chat()
    let context = chat.context()
    let heard = Heard(.NSManagedObjectContextObjectsDidChange, of: context)
    try context.performAndWait {
      let (kept, gone) = (context.room("lobby"), context.room("gone"))
      context.delete(gone)
      context.processPendingChanges()
      #expect(heard.count(of: context) == 1)
      let info = try heard.last(of: context).userInfo
      #expect(info?[NSInsertedObjectsKey] as? Set<NSManagedObject> == [kept])
      #expect(info?[NSDeletedObjectsKey] == nil)
    }
  }

  @Test func `I4: did-save comes after success only`() throws {
    let chat = try Chat()
    let context = chat.context()
    let heard = Heard(.NSManagedObjectContextDidSave, of: context)
    try context.performAndWait {
      let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
      #expect(throws: (any Error).self) { try context.save() }
      #expect(heard.count(of: context) == 0)
      room.setValue("lobby", forKey: "name")
      try context.save()
      #expect(heard.count(of: context) == 1)
    }
  }

  @Test func `J1, J4: a merge refreshes, and leaves nothing pending`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      #expect(room.name == "lobby")
      context.mergeChanges(fromContextDidSave: try chat.rename(id, "hall"))
      #expect(room.name == "hall" && !context.hasChanges)
    }
  }

  @Test func `J2: a merge keeps local edits`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      room.setValue("art", forKey: "topic")
      context.mergeChanges(fromContextDidSave: try chat.rename(id, "hall"))
      #expect(room.name == "hall" && room.value(forKey: "topic") as? String == "art")
    }
  }

  @Test func `J7: merging by IDs refreshes, too`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      #expect(room.name == "lobby")
      try chat.rename(id, "hall")
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [id]], into: [context])
      #expect(room.name == "hall")
    }
  }

  @Test func `K2, K5: a stale save is refused, and refused again`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      #expect(room.name == "lobby")
      try chat.rename(id, "theirs")
      room.setValue("mine", forKey: "name")
      for _ in 0..<2 {
        let error = #expect(throws: CocoaError.self) { try context.save() }
        #expect(error?.code.rawValue == 133020)
      }
    }
  }

  @Test(arguments: [true, false])
  func `K6: trump policies decide property by property`(mineWins: Bool) throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      context.mergePolicy =
        mineWins ? NSMergeByPropertyObjectTrumpMergePolicy : NSMergeByPropertyStoreTrumpMergePolicy
      let room = try context.existingObject(with: id)
      #expect(room.name == "lobby")
      try chat.rename(id, "theirs")
      room.setValue("mine", forKey: "name")
      room.setValue("art", forKey: "topic")
      try context.save()
      #expect(room.name == (mineWins ? "mine" : "theirs"))
      #expect(room.value(forKey: "topic") as? String == "art")
    }
  }

  @Test func `L2, L4: a constraint holds at the save, and a trump policy upserts`() throws {
    let chat = try Chat(constrained: true)
    let context = chat.context()
    _ = try chat.save("lobby")
    try context.performAndWait {
      let room = context.room("lobby")
      room.setValue("art", forKey: "topic")
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code.rawValue == 133021)
      context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
      try context.save()
      let found = try context.rooms()
      #expect(found.count == 1 && found.first?.value(forKey: "topic") as? String == "art")
    }
  }

  @Test func `M1: inverses are kept at once`() throws {
    let chat = try Chat()
    let context = chat.context()
    context.performAndWait {
      let room = context.room("lobby")
      let message = NSEntityDescription.insertNewObject(forEntityName: "Message", into: context)
      message.setValue(room, forKey: "room")
      #expect(room.value(forKey: "messages") as? Set<NSManagedObject> == [message])
    }
  }

  @Test func `M4, M7: a deletion cascades, and its objects end without a context`() throws {
    let chat = try Chat()
    let context = chat.context()
    try context.performAndWait {
      let room = context.room("lobby")
      let message = NSEntityDescription.insertNewObject(forEntityName: "Message", into: context)
      message.setValue(room, forKey: "room")
      try context.save()
      context.delete(room)
      context.processPendingChanges()
      #expect(room.isDeleted && message.isDeleted)
      try context.save()
      #expect(!room.isDeleted && room.managedObjectContext == nil)
    }
  }

  @Test func `N2, N3, N5: what is invalid fails at the save, by code and key, and writes nothing`()
    throws
  {
    let chat = try Chat()
    let (context, other) = (chat.context(), chat.context())
    try context.performAndWait {
      _ = context.room("lobby")
      _ = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code.rawValue == 1570)
      #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "name")
      let written = try other.performAndWait { try other.rooms() }
      #expect(written.isEmpty)
    }
  }

  @Test func `BR1: a batch goes past the contexts`() throws {
    let chat = try Chat()
    let (id, context) = (try chat.save("lobby"), chat.context())
    try context.performAndWait {
      let room = try context.existingObject(with: id)
      #expect(room.name == "lobby")
      let heard = Heard(.NSManagedObjectContextDidSave)
      let batch = NSBatchUpdateRequest(entityName: "Room")
      batch.propertiesToUpdate = ["name": "hall"]
      batch.resultType = .updatedObjectIDsResultType
      let result = try context.execute(batch) as? NSBatchUpdateResult
      #expect(result?.result as? [NSManagedObjectID] == [id])
      #expect(room.name == "lobby" && heard.count(of: context) == 0)
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [id]], into: [context])
      #expect(room.name == "hall")
    }
  }
}
