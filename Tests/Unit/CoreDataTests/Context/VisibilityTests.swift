import Foundation
import Testing

@testable import CoreData

/// Group F: what a context sees of what others saved.
struct VisibilityTests {
  /// A saved room, one context that looks and one that writes.
  struct Stage {
    let stack: ChatStack
    let id: NSManagedObjectID
    let reader: NSManagedObjectContext

    init() throws {
      stack = try ChatStack()
      id = try stack.savedRoom("V1")
      reader = stack.context("reader")
    }

    /// Saves new values by a context of its own.
    func write(_ values: [String: String]) throws {
      let writer = stack.context("writer")
      try writer.performAndWait {
        writer.object(with: id).setValuesForKeys(values)
        try writer.save()
      }
    }

    func read(_ body: (NSManagedObjectContext, NSManagedObject) throws -> Void) throws {
      try reader.performAndWait { try body(reader, reader.object(with: id)) }
    }
  }

  private static func request() -> NSFetchRequest<Room> { NSFetchRequest(entityName: "Room") }

  @Test(arguments: RuntimeKind.both)
  func `F1: one instance per ID and context`(kind: RuntimeKind) throws {
    try kind.run {
      try Stage().read { context, room in
        let fetched = try context.fetch(Self.request()).first
        let existing = try context.existingObject(with: room.objectID)
        #expect(fetched === room)
        #expect(existing === room)
        #expect(context.registeredObject(for: room.objectID) === room)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F2: changes are defined against the snapshot`(kind: RuntimeKind) throws {
    try kind.run {
      try Stage().read { context, room in
        room.setValue("V1", forKey: "name")
        #expect(room.hasChanges)
        #expect(!room.hasPersistentChangedValues)
        #expect(room.changedValues().isEmpty)
        room.setValue("V2", forKey: "name")
        #expect(room.hasPersistentChangedValues)
        #expect(room.changedValues() as? [String: String] == ["name": "V2"])
        #expect(room.committedValues(forKeys: ["name"]) as? [String: String] == ["name": "V1"])
        #expect(room.changedValuesForCurrentEvent() as? [String: String] == ["name": "V1"])
        context.processPendingChanges()
        #expect(room.changedValuesForCurrentEvent().isEmpty)
        #expect(room.changedValues().count == 1)
        try context.save()
        #expect(room.changedValues().isEmpty)
        #expect(room.committedValues(forKeys: ["name"]) as? [String: String] == ["name": "V2"])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F5: a fetch does not refresh what is realised, unless it is told to`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      try stage.read { context, room in
        #expect(room.value(forKey: "name") as? String == "V1")
        try stage.write(["name": "V2"])
        let request = Self.request()
        #expect(try context.fetch(request).first?.value(forKey: "name") as? String == "V1")
        request.shouldRefreshRefetchedObjects = true
        #expect(try context.fetch(request).first?.value(forKey: "name") as? String == "V2")
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F13: a saved change shows in what is not realised yet, and after a refresh`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      try stage.read { context, room in
        #expect(room.isFault)
        try stage.write(["name": "V2"])
        #expect(room.value(forKey: "name") as? String == "V2", "a fault reads the newest")
        try stage.write(["name": "V3"])
        #expect(room.value(forKey: "name") as? String == "V2", "a realised object does not")
        context.refresh(room, mergeChanges: false)
        #expect(room.value(forKey: "name") as? String == "V3", "refreshed")
        try stage.write(["name": "V4"])
        context.reset()
        #expect(context.object(with: stage.id).value(forKey: "name") as? String == "V4", "reset")
      }
    }
  }
}

extension VisibilityTests {
  /// What is widely observed, not promised.
  struct Observed {
    @Test(arguments: RuntimeKind.both)
    func `F6: a fetch can return an object that does not look as if it matched`(
      kind: RuntimeKind
    ) throws {
      try kind.run {
        let stage = try Stage()
        try stage.read { context, room in
          #expect(room.value(forKey: "name") as? String == "V1")
          try stage.write(["name": "V2"])
          let request = VisibilityTests.request()
          request.predicate = NSPredicate(format: "name == %@", "V2")
          let found = try context.fetch(request)
          #expect(found == [room])
          #expect(room.value(forKey: "name") as? String == "V1")
        }
      }
    }
  }
}
