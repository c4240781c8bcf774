import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group E: parents and children.
struct NestedContextTests {
  /// A saved room, a parent and a child on it.
  struct Stage {
    let stack: ChatStack
    let id: NSManagedObjectID
    let parent: NSManagedObjectContext
    let child: NSManagedObjectContext

    init(_ prepare: (inout CoreDataBehaviour) -> Void = { _ in }) throws {
      stack = try ChatStack(.inMemory, prepare)
      id = try stack.savedRoom("lobby")
      parent = stack.context("parent")
      child = stack.child(of: parent, "child")
    }

    func name(in context: NSManagedObjectContext) -> String? {
      context.performAndWait { context.object(with: id).value(forKey: "name") as? String }
    }

    func rename(in context: NSManagedObjectContext, _ name: String) {
      context.performAndWait { context.object(with: id).setValue(name, forKey: "name") }
    }

    func save(_ context: NSManagedObjectContext) throws {
      try context.performAndWait { try context.save() }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E1: a save goes one level up`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      stage.rename(in: stage.child, "hall")
      try stage.save(stage.child)
      #expect(try stage.stack.storedNames() == ["lobby"])
      #expect(stage.parent.performAndWait { stage.parent.hasChanges })
      #expect(!stage.child.performAndWait { stage.child.hasChanges })
      try stage.save(stage.parent)
      #expect(try stage.stack.storedNames() == ["hall"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E2: a parent's save takes nothing from its children`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      stage.rename(in: stage.child, "hall")
      try stage.save(stage.parent)
      #expect(try stage.stack.storedNames() == ["lobby"])
      #expect(stage.child.performAndWait { stage.child.hasChanges })
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E5: a child's fault shows the parent's unsaved value`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      stage.rename(in: stage.parent, "unsaved")
      #expect(stage.name(in: stage.child) == "unsaved")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E6, E7: a realised object is stale until a refresh reads the parent`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      let child = stage.child
      let room = child.performAndWait { child.object(with: stage.id) }
      #expect(stage.name(in: child) == "lobby")
      stage.rename(in: stage.parent, "V2")
      #expect(stage.name(in: child) == "lobby")
      child.performAndWait { child.refresh(room, mergeChanges: true) }
      #expect(stage.name(in: child) == "V2")
      #expect(try stage.stack.storedNames() == ["lobby"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E8: siblings do not see each other until one saves and the other looks again`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      let sibling = stage.stack.child(of: stage.parent, "sibling")
      let realised = sibling.performAndWait { sibling.object(with: stage.id) }
      #expect(stage.name(in: sibling) == "lobby")
      stage.rename(in: stage.child, "hall")
      try stage.save(stage.child)
      #expect(stage.name(in: sibling) == "lobby")
      sibling.performAndWait { sibling.refresh(realised, mergeChanges: false) }
      #expect(stage.name(in: sibling) == "hall")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E9: a child's fetch includes what its ancestors have not saved`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let parent = stage.parent
      parent.performAndWait { Room(context: parent).setValue("new", forKey: "name") }
      let request = NSFetchRequest<Room>(entityName: "Room")
      #expect(try stage.child.performAndWait { try stage.child.fetch(request).count } == 2)
      #expect(try stage.child.performAndWait { try stage.child.count(for: request) } == 2)
      parent.performAndWait { parent.delete(parent.object(with: stage.id)) }
      #expect(
        try stage.child.performAndWait {
          try stage.child.fetch(request).map { $0.value(forKey: "name") as? String }
        } == ["new"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E10: discarding a child leaves its parent alone`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      stage.rename(in: stage.child, "scratch")
      stage.child.performAndWait { stage.child.rollback() }
      #expect(stage.name(in: stage.child) == "lobby")
      stage.rename(in: stage.child, "scratch")
      stage.child.performAndWait { stage.child.reset() }
      #expect(!stage.parent.performAndWait { stage.parent.hasChanges })
      #expect(stage.name(in: stage.parent) == "lobby")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E11: a deletion saved by a child is pending in the parent`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let copy = stage.parent.performAndWait { stage.parent.object(with: stage.id) }
      try stage.child.performAndWait {
        stage.child.delete(stage.child.object(with: stage.id))
        try stage.child.save()
      }
      #expect(stage.parent.performAndWait { copy.isDeleted })
      #expect(try stage.stack.storedNames() == ["lobby"])
      try stage.save(stage.parent)
      #expect(try stage.stack.storedNames() == [])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `relationships made in a child arrive in the parent and in the store`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      try stage.child.performAndWait {
        let message = Message(context: stage.child)
        message.setValue("hello", forKey: "text")
        message.setValue(stage.child.object(with: stage.id), forKey: "room")
        try stage.child.save()
      }
      stage.parent.performAndWait {
        let room = stage.parent.object(with: stage.id)
        let messages = room.value(forKey: "messages") as? Set<Message>
        #expect(messages?.first?.value(forKey: "text") as? String == "hello")
      }
      try stage.save(stage.parent)
      let reader = stage.stack.context("reader")
      reader.performAndWait {
        let room = reader.object(with: stage.id)
        #expect((room.value(forKey: "messages") as? Set<Message>)?.count == 1)
      }
    }
  }

  @Test func `E18: main is busy for every row of a child, and merges a peer's for half of it`() {
    func stall(_ rows: Int, isChild: Bool) -> Duration {
      let report = runOnce("import") { _ in
        let stack = try ChatStack(.sqlite)
        let view = NSManagedObjectContext(.mainQueue)
        view.persistentStoreCoordinator = stack.coordinator
        view.automaticallyMergesChangesFromParent = true
        let importer = isChild ? stack.child(of: view, "importer") : stack.context("importer")
        importer.perform {
          for _ in 0..<rows { _ = Room(context: importer) }
          do { try importer.save() } catch { Issue.record(error) }
          view.perform { #expect(view.insertedObjects.count == (isChild ? rows : 0)) }
        }
      }
      #expect(report.failures.isEmpty)
      return report.longestMainStall.duration
    }
    #expect(stall(100, isChild: true) == .milliseconds(1))
    #expect(stall(300, isChild: true) == .milliseconds(3))
    #expect(stall(100, isChild: false) == .microseconds(500))
    #expect(stall(300, isChild: false) == .microseconds(1500))
  }
}
