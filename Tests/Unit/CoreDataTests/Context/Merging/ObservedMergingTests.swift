import CoreData
import Foundation
import Interleaving
import Testing

struct ObservedMergingTests {
  @Test(arguments: RuntimeKind.both)
  func `J4: a receiver that was clean is clean after the merge`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      try stage.save { context, room in
        room["name"] = "Swift 6"
        context.insert("Message", ["text": "new", "room": room])
      }
      stage.inReceiver {
        #expect((stage.mine.value(forKey: "messages") as? Set<NSManagedObject>)?.count == 2)
        #expect(!stage.receiver.hasChanges)
      }
      try stage.save { context, room in context.delete(room) }
      stage.inReceiver {
        stage.receiver.processPendingChanges()
        #expect(!stage.receiver.hasChanges)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J3: a merged deletion wins over a local edit`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      stage.inReceiver { stage.mine["name"] = "edited" }
      try stage.save { context, room in context.delete(room) }
      try stage.inReceiver {
        #expect(stage.mine.isDeleted)
        #expect(!stage.receiver.hasChanges)
        try stage.receiver.save()
      }
      #expect(try stage.stack.rowCount("Room") == 0)
    }
  }

  @Test(arguments: RuntimeKind.both, [true, false])
  func `J5: updates of objects that are not realised, today and before iOS 10`(
    kind: RuntimeKind, modern: Bool
  ) throws {
    try kind.run {
      let stage = try MergeStage { $0.mergesUnrealisedUpdates = modern }
      let message = try stage.saver.performAndWait {
        let found = try stage.saver.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
        return try #require(found.first).objectID
      }
      let log = NotificationLog(
        of: stage.receiver, names: [.NSManagedObjectContextObjectsDidChange])
      try stage.save { context, _ in context.object(with: message)["text"] = "changed" }
      stage.inReceiver {
        let refreshed = log.all.flatMap { $0.objects(NSRefreshedObjectsKey, showing: "text") }
        #expect(refreshed == (modern ? ["changed"] : []))
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J9: automatic merging does not keep two writers from conflicting`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try MergeStage()
      for context in [stage.saver, stage.receiver] {
        context.automaticallyMergesChangesFromParent = true
      }
      let other = try stage.saver.performAndWait {
        try stage.saver.existingObject(with: stage.room)
      }
      // The receiver edits and saves inside one block: the merge has to wait behind it.
      let error = try stage.inReceiver {
        stage.mine["name"] = "receiver's"
        try stage.saver.performAndWait {
          other["name"] = "saver's"
          try stage.saver.save()
        }
        return failure { try stage.receiver.save() }
      }
      #expect(error?.code == 133020)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J11: merging a save twice refreshes twice`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      stage.receiver.automaticallyMergesChangesFromParent = true
      let log = NotificationLog(
        of: stage.receiver, names: [.NSManagedObjectContextObjectsDidChange])
      try stage.save { _, room in room["name"] = "changed" }
      stage.receiver.drain()
      #expect(log.all.count == 2)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F14: automatic merging happens later, on the receiver's queue`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      stage.receiver.automaticallyMergesChangesFromParent = true
      try stage.inReceiver {
        try stage.stack.context("other").change(stage.room, ["name": "changed"])
        #expect(stage.mine["name"] == "Swift")
      }
      stage.receiver.drain()
      stage.inReceiver { #expect(stage.mine["name"] == "changed") }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I14: observers of a property hear edits and merges`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      var seen: [String] = []
      let observation = stage.inReceiver {
        stage.mine.observe("name") { seen.append($0["name"] ?? "nil") }
      }
      stage.inReceiver { stage.mine["name"] = "mine" }
      try stage.inReceiver { try stage.receiver.save() }
      seen = seen.filter { $0 != "" }
      #expect(seen == ["mine"])
      try stage.save { context, room in
        context.refresh(room, mergeChanges: false)
        room["name"] = "theirs"
      }
      #expect(seen == ["mine", "theirs"])
      observation.invalidate()
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `I10: the did-save of a child carries temporary IDs`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      let child = stage.stack.child(of: stage.saver, "child")
      let log = NotificationLog(of: child, names: [.NSManagedObjectContextDidSaveObjectIDs])
      try child.performAndWait {
        child.insert("Room", ["name": "new"])
        try child.save()
      }
      let ids = log.all.flatMap { $0.ids(NSInsertedObjectIDsKey) }
      #expect(ids.count == 1)
      #expect(!ids.contains { !$0.isTemporaryID })
      // Merged into a context on the coordinator, they mean nothing there.
      stage.inReceiver {
        for note in log.all { stage.receiver.mergeChanges(fromContextDidSave: note) }
        #expect(ids.allSatisfy { stage.receiver.registeredObject(for: $0) == nil })
      }
    }
  }

  @Test func `a merge of what means nothing here says so in the log`() throws {
    let report = runOnce("merge") { _ in
      let receiver = try ChatStack().context("receiver")
      receiver.performAndWait {
        receiver.mergeChanges(
          fromContextDidSave: Notification(
            name: .NSManagedObjectContextDidSave, object: nil, userInfo: [:]))
      }
    }
    #expect(report.events.map(\.fact.words).contains("merges nothing"))
  }

  @Test(arguments: RuntimeKind.both)
  func `I11: an observer of every context hears strangers`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try MergeStage()
      let stranger = try ChatStack()
      var heard: [NSPersistentStoreCoordinator?] = []
      let mine = [stage.stack.coordinator, stranger.coordinator]
      let observer = Observer(.NSManagedObjectContextDidSave, of: nil) { note in
        // Other tests save at the same time; only these two stacks count.
        let coordinator = (note.object as? NSManagedObjectContext)?.persistentStoreCoordinator
        if mine.contains(where: { $0 === coordinator }) { heard.append(coordinator) }
      }
      defer { observer.stop() }
      try stranger.add("Room", ["name": "elsewhere"])
      try stage.stack.add("Room", ["name": "here"])
      #expect(heard.count == 2)
      #expect(heard.filter { $0 === stage.stack.coordinator }.count == 1)
    }
  }
}
