import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group C: what may cross from one thread to another.
struct SendabilityTests {
  /// The compiler chooses one of the two, by what it knows of the type.
  private static func isSendable<Subject>(_: Subject.Type) -> Bool { false }
  private static func isSendable<Subject: Sendable>(_: Subject.Type) -> Bool { true }

  @Test func `C2: IDs, coordinators and containers are Sendable, objects are not`() {
    #expect(Self.isSendable(NSManagedObjectID.self))
    #expect(Self.isSendable(NSPersistentStoreCoordinator.self))
    #expect(Self.isSendable(NSPersistentContainer.self))
    #expect(!Self.isSendable(NSManagedObject.self))
    #expect(!Self.isSendable(Room.self))
  }

  @Test func `a context is Sendable, so that a task may ask it to perform`() {
    #expect(Self.isSendable(NSManagedObjectContext.self))
  }

  @Test func `B12: what await perform returns is not looked at, its use is`() async throws {
    let stack = try ChatStack()
    let context = stack.context("owner")
    let room = await context.perform { context.insert("Room", ["name": "lobby"]) }
    #expect(context.confinementViolations.isEmpty, "an object may be handed out")
    #expect(room["name"] == "lobby")
    #expect(context.confinementViolations.count == 1, "but not used out here")
    let name = await context.perform { room["name"] }
    #expect(name == "lobby")
    #expect(context.confinementViolations.count == 1)
  }

  @Test(arguments: RuntimeKind.both)
  func `C12: a did-save notification may be merged elsewhere, its objects not read`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let (saver, receiver) = (stack.context("saver"), stack.context("receiver"))
      let heard = Listener(.NSManagedObjectContextDidSave, saver)
      let id = try saver.performAndWait {
        let room = saver.insert("Room", ["name": "V1"])
        try saver.save()
        return room.objectID
      }
      let note = try #require(heard.notifications.first)
      let merged = Listener(.NSManagedObjectContextDidMergeChangesObjectIDs, receiver)
      receiver.performAndWait { receiver.mergeChanges(fromContextDidSave: note) }
      #expect(merged.notifications.first?.ids(NSInsertedObjectIDsKey) == [id])
      #expect(saver.confinementViolations.isEmpty, "the merge reads IDs only")
      let inserted = note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>
      #expect(inserted?.first?["name"] == "V1")
      #expect(saver.confinementViolations.count == 1)
    }
  }
}

/// What is widely observed of the checker.
struct ObservedCheckerTests {
  @Test func `C7: Apple's launch argument makes a violation stop the process`() {
    let checked = LaunchArguments(["tool", "-com.apple.CoreData.ConcurrencyDebug", "1"])
    #expect(checked.stopsAtViolations && checked.sqlDebugLevel == 0)
    #expect(!LaunchArguments(["tool"]).stopsAtViolations)
  }

  @Test(arguments: RuntimeKind.both)
  func `C9: a wrapper that takes turns its own way is reported, though nothing overlaps`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let context = stack.context("wrapped")
      let own = Runtime.current.queue("the wrapper's queue")
      for name in ["a", "b"] { own.sync { _ = context.insert("Room", ["name": name]) } }
      let reports = context.confinementViolations.map(\.description)
      #expect(!reports.isEmpty)
      #expect(reports.allSatisfy { $0.contains("perform { }") }, "each says what would be right")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `C9: an observer that asks its own context on the saver's thread is reported`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let (saver, list) = (stack.context("saver"), stack.context("list"))
      let token = NotificationCenter.default.addObserver(
        forName: .NSManagedObjectContextDidSave, object: saver, queue: nil
      ) { _ in _ = list.hasChanges }
      try saver.performAndWait {
        saver.insert("Room")
        try saver.save()
      }
      NotificationCenter.default.removeObserver(token)
      #expect(list.confinementViolations.count == 1)
      let report = try #require(list.confinementViolations.first?.description)
      #expect(report.contains("in the block of saver"))
    }
  }
}
