import Foundation
import Testing

@testable import CoreData

/// Group F: refresh, reset and rollback.
struct RefreshTests {
  private typealias Stage = VisibilityTests.Stage

  @Test(arguments: RuntimeKind.both)
  func `F8: refresh without merging drops edits and makes a fault`(kind: RuntimeKind) throws {
    try kind.run {
      try Stage().read { context, room in
        room.setValue("edited", forKey: "name")
        context.refresh(room, mergeChanges: false)
        #expect(room.isFault)
        #expect(!room.hasChanges)
        #expect(!context.hasChanges)
        #expect(room.value(forKey: "name") as? String == "V1")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F9: refresh with merging keeps edits on top of new values`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.read { context, room in
        room.setValue("V3", forKey: "name")
        try stage.write(["name": "V2", "topic": "news"])
        context.refresh(room, mergeChanges: true)
        #expect(room.value(forKey: "name") as? String == "V3")
        #expect(room.value(forKey: "topic") as? String == "news")
        #expect(room.committedValues(forKeys: ["name"]) as? [String: String] == ["name": "V2"])
        try context.save()
      }
      #expect(try stage.stack.storedNames() == ["V3"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F10: refreshAllObjects keeps edits and reloads the rest`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let other = try stage.stack.savedRoom("clean")
      try stage.read { context, room in
        let clean = context.object(with: other)
        #expect(clean.value(forKey: "name") as? String == "clean")
        room.setValue("dirty", forKey: "name")
        let writer = stage.stack.context("writer")
        try writer.performAndWait {
          writer.object(with: other).setValue("new", forKey: "name")
          try writer.save()
        }
        context.refreshAllObjects()
        #expect(room.value(forKey: "name") as? String == "dirty")
        #expect(clean.value(forKey: "name") as? String == "new")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F11: reset forgets everything and announces it`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.read { context, room in
        _ = Room(context: context)
        let heard = Listener(.NSManagedObjectContextObjectsDidChange, context)
        context.reset()
        #expect(heard.notifications.last?.userInfo?[NSInvalidatedAllObjectsKey] != nil)
        #expect(room.managedObjectContext == nil)
        #expect(!context.hasChanges)
        #expect(context.registeredObjects.isEmpty)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F12: rollback restores what was committed, and reads nothing`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let doomed = try stage.stack.savedRoom("doomed")
      try stage.read { context, room in
        room.setValue("edited", forKey: "name")
        try stage.write(["name": "V2"])
        let inserted = Room(context: context)
        let deleted = context.object(with: doomed)
        context.delete(deleted)
        context.processPendingChanges()
        context.rollback()
        #expect(!context.hasChanges)
        #expect(room.value(forKey: "name") as? String == "V1", "stale, as it was")
        #expect(inserted.managedObjectContext == nil)
        #expect(!deleted.isDeleted)
        #expect(deleted.value(forKey: "name") as? String == "doomed")
      }
    }
  }
}
