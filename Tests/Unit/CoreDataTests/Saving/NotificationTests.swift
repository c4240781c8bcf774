import Foundation
import Testing

@testable import CoreData

struct NotificationTests {
  @Test(arguments: RuntimeKind.both)
  func `I1: ten edits in one event are one notification`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("Swift")
      let context = stack.context("editor")
      let log = NotificationLog(of: context)
      try context.performAndWait {
        let room = try context.existingObject(with: id)
        for number in 1...10 { room["name"] = "Swift \(number)" }
        #expect(log.words == [])
        context.processPendingChanges()
        #expect(log.words == ["editor did change"])
        #expect(log.all[0].objects(NSUpdatedObjectsKey, showing: "name") == ["Swift 10"])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I2: inserted and deleted in one event is no change, edited is inserted`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = stack.context("editor")
      let log = NotificationLog(of: context)
      context.performAndWait {
        context.delete(context.insert("Room", ["name": "gone"]))
        let room = context.insert("Room", ["name": "draft"])
        room["name"] = "final"
        context.processPendingChanges()
        #expect(log.all.count == 1)
        #expect(log.all[0].objects(NSInsertedObjectsKey, showing: "name") == ["final"])
        #expect(log.all[0].userInfo?[NSUpdatedObjectsKey] == nil)
        #expect(log.all[0].userInfo?[NSDeletedObjectsKey] == nil)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I3: an observer of will-save can still insert`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = stack.context("editor")
      var payloads = 0
      let observer = Observer(.NSManagedObjectContextWillSave, of: context) { note in
        payloads += note.userInfo?.count ?? 0
        context.insert("Member", ["name": "late"])
      }
      try context.performAndWait {
        context.insert("Room", ["name": "Swift"])
        try context.save()
      }
      observer.stop()
      #expect(payloads == 0)
      #expect(try stack.rowCount("Member") == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I4: did-save comes after success only, as objects and as IDs`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]!.attributesByName["name"]!.isOptional = false })
      let context = stack.context("editor")
      let log = NotificationLog(
        of: context,
        names: [.NSManagedObjectContextDidSave, .NSManagedObjectContextDidSaveObjectIDs])
      try context.performAndWait {
        let room = context.insert("Room")
        #expect(failure { try context.save() }?.code == 1570)
        #expect(log.all.isEmpty)
        room["name"] = "Swift"
        try context.save()
        #expect(log.words == ["editor did save", "editor did save IDs"])
        #expect(log.all[0].userInfo?[NSInsertedObjectsKey] as? Set == [room])
        #expect(log.all[1].ids(NSInsertedObjectIDsKey) == [room.objectID])
        #expect(!room.objectID.isTemporaryID)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I6: what willSave sets is saved, and setting without end is given up`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(model: {
        $0["Room"]!.objectClass = Stamping.self
        $0["Member"]!.objectClass = NeverDone.self
      })
      let id = try stack.add("Room", ["name": "Swift"])
      #expect(try stack.stored("topic", of: id) == "stamped")
      let context = stack.context("editor")
      let error = context.performAndWait {
        context.insert("Member", ["name": "x"])
        return failure { try context.save() }
      }
      #expect(error?.code == NSCoreDataError)
      #expect(try stack.rowCount("Member") == 0)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I7: what didSave sets is pending again`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]!.objectClass = Restless.self })
      let context = stack.context("editor")
      try context.performAndWait {
        let room = context.insert("Room", ["name": "Swift"])
        try context.save()
        #expect(context.hasChanges)
        #expect(room["topic"] == "saved")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I8: relationships of a deleted object are torn down before willSave`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Message"]!.objectClass = Leaving.self })
      let id = try stack.savedRoom("Swift", messages: ["hello"])
      let context = stack.context("editor")
      let log = NotificationLog(of: context, names: [.NSManagedObjectContextDidSave])
      try context.performAndWait {
        let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
        let message = try #require(found.first as? Leaving)
        context.delete(try context.existingObject(with: id))
        try context.save()
        #expect(message.roomAtPreparation)
        #expect(!message.roomAtSave)
        #expect((log.all[0].userInfo?[NSDeletedObjectsKey] as? Set<NSManagedObject>)?.count == 2)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `C11: notifications arrive on the thread of the save, before it returns`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = stack.context("editor")
      try context.performAndWait {
        let saving = Thread.current
        var threads: [Bool] = []
        let observer = Observer(.NSManagedObjectContextDidSave, of: context) { _ in
          threads.append(Thread.current == saving)
        }
        context.insert("Room")
        try context.save()
        observer.stop()
        #expect(threads == [true])
      }
    }
  }
}
