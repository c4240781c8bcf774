import Foundation
import Testing

@testable import CoreData

/// One context saves, another one follows.
struct MergeStage {
  let stack: ChatStack
  let room: NSManagedObjectID
  let saver: NSManagedObjectContext
  let receiver: NSManagedObjectContext
  /// The receiver's realised room.
  let mine: NSManagedObject

  init(_ prepare: (inout CoreDataBehaviour) -> Void = { _ in }) throws {
    stack = try ChatStack(.inMemory, prepare)
    room = try stack.savedRoom("Swift", messages: ["hello"])
    saver = stack.context("saver")
    receiver = stack.context("receiver")
    let (receiver, room) = (receiver, room)
    mine = try receiver.performAndWait { try receiver.existingObject(with: room) }
  }

  /// Saves what `change` does and merges the save into the receiver.
  func save(_ change: (NSManagedObjectContext, NSManagedObject) throws -> Void) throws {
    let log = NotificationLog(of: saver, names: [.NSManagedObjectContextDidSave])
    try saver.performAndWait {
      try change(saver, try saver.existingObject(with: room))
      try saver.save()
    }
    for note in log.all {
      receiver.performAndWait { receiver.mergeChanges(fromContextDidSave: note) }
    }
  }

  func inReceiver<Result>(_ body: () throws -> Result) rethrows -> Result {
    try receiver.performAndWait(body)
  }
}

struct MergingTests {
  @Test(arguments: RuntimeKind.both)
  func `J1: a merge refreshes, inserts and deletes and leaves nothing pending`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try MergeStage()
      let log = NotificationLog(
        of: stage.receiver, names: [.NSManagedObjectContextObjectsDidChange])
      try stage.save { context, room in
        room["name"] = "Swift 6"
        context.insert("Member", ["name": "new"])
      }
      stage.inReceiver {
        #expect(stage.mine["name"] == "Swift 6")
        #expect(!stage.receiver.hasChanges)
        #expect(log.all.count == 1)
        #expect(log.all[0].objects(NSInsertedObjectsKey, showing: "name") == ["new"])
        #expect(log.all[0].objects(NSRefreshedObjectsKey, showing: "name") == ["Swift 6"])
      }
      log.clear()
      try stage.save { context, room in context.delete(room) }
      stage.inReceiver {
        #expect(stage.mine.isDeleted)
        #expect(stage.receiver.registeredObject(for: stage.room) == nil)
        #expect(!stage.receiver.hasChanges)
        #expect(log.all[0].userInfo?[NSDeletedObjectsKey] as? Set == [stage.mine])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J2: local edits survive a merge, other properties follow`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      stage.inReceiver { stage.mine["name"] = "mine" }
      try stage.save { _, room in
        room["name"] = "theirs"
        room["topic"] = "theirs"
      }
      try stage.inReceiver {
        #expect(stage.mine["name"] == "mine")
        #expect(stage.mine["topic"] == "theirs")
        try stage.receiver.save()
      }
      #expect(try stage.stack.stored("name", of: stage.room) == "mine")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J6: a merge off the receiver's queue is a violation`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      let before = stage.receiver.checker.violations.count
      stage.receiver.mergeChanges(
        fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, userInfo: [:]))
      #expect(stage.receiver.checker.violations.count > before)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J7: object IDs and URIs are merged into every context`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      try stage.stack.context("other").change(stage.room, ["name": "changed"])
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectsKey: [stage.room]], into: [stage.receiver])
      stage.inReceiver { #expect(stage.mine["name"] == "changed") }
      try stage.stack.context("other").change(stage.room, ["name": "again"])
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSUpdatedObjectIDsKey: [stage.room.uriRepresentation()]],
        into: [stage.receiver])
      stage.inReceiver { #expect(stage.mine["name"] == "again") }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I9: a merge announces the changes, then their IDs`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      let log = NotificationLog(of: stage.receiver)
      try stage.save { _, room in room["name"] = "changed" }
      #expect(log.words == ["receiver did change", "receiver did merge"])
      #expect(log.all[1].ids(NSUpdatedObjectIDsKey) == [stage.room])
      #expect(log.all[1].ids(NSRefreshedObjectIDsKey) == [stage.room])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E12: a child merges when its parent saves, not when it merely changes`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try MergeStage()
      let child = stage.stack.child(of: stage.receiver, "child")
      child.automaticallyMergesChangesFromParent = true
      let copy = try child.performAndWait { try child.existingObject(with: stage.room) }
      stage.inReceiver {
        stage.mine["name"] = "changed"
        stage.receiver.processPendingChanges()
      }
      child.drain()
      child.performAndWait { #expect(copy["name"] == "Swift") }
      try stage.inReceiver { try stage.receiver.save() }
      child.drain()
      child.performAndWait { #expect(copy["name"] == "changed") }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J7: a remote deletion leaves an object that is held deleted, until the next save`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try MergeStage()
      let other = stage.stack.context("other")
      let message = try stage.inReceiver {
        let found = try stage.receiver.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
        return try #require(found.first)
      }
      try other.performAndWait {
        other.delete(try other.existingObject(with: stage.room))
        try other.save()
      }
      NSManagedObjectContext.mergeChanges(
        fromRemoteContextSave: [NSDeletedObjectsKey: [stage.room, message.objectID]],
        into: [stage.receiver])
      try stage.inReceiver {
        for object in [stage.mine, message] {
          #expect(object.isDeleted && object.managedObjectContext === stage.receiver)
          #expect(stage.receiver.registeredObject(for: object.objectID) === object)
        }
        #expect(stage.receiver.deletedObjects == [stage.mine, message])
        #expect(try stage.receiver.count(for: NSFetchRequest<Room>(entityName: "Room")) == 0)
        try stage.receiver.save()
        #expect(!stage.receiver.hasChanges && stage.mine.managedObjectContext == nil)
      }
    }
  }
}
