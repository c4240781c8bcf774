import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group H: faults, and rows that are gone.
@Suite(.everyStore) struct FaultTests {
  /// Deletes the object's row by a context of its own.
  private static func deleteRow(_ id: NSManagedObjectID, of stack: ChatStack) throws {
    let other = stack.context("deleter")
    try other.performAndWait {
      other.delete(other.object(with: id))
      try other.save()
    }
  }

  private static func with(
    _ kind: RuntimeKind,
    _ body: @escaping (ChatStack, NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby", messages: ["one", "two"])
      let context = stack.context("reader")
      try context.performAndWait { try body(stack, context, context.object(with: id)) }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `H1: identity and state fire nothing, a property does`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context, room in
      _ = (room.objectID, room.entity, room.managedObjectContext, room.isFault)
      _ = (room.isInserted, room.isUpdated, room.isDeleted, room.hasChanges, room.hash)
      _ = room.hasFault(forRelationshipNamed: "messages")
      #expect(room == context.object(with: room.objectID))
      #expect(room.isFault)
      _ = room.value(forKey: "name")
      #expect(!room.isFault)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `H2: hooks bracket realisation and re-faulting`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]?.objectClass = TalkingRoom.self })
      let id = try stack.savedRoom("lobby")
      let context = stack.context("reader")
      context.performAndWait {
        let room = context.object(with: id) as? TalkingRoom
        room?.willAccessValue(forKey: nil)
        #expect(room?.isFault == false)
        #expect(room?.calls == ["awakeFromFetch"])
        context.refresh(room!, mergeChanges: false)
        #expect(
          room?.calls == ["awakeFromFetch", "willTurnIntoFault", "didTurnIntoFault"])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `H3: relationships fault apart from attributes`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context, room in
      _ = room.value(forKey: "name")
      #expect(room.hasFault(forRelationshipNamed: "messages"))
      let ids = room.objectIDs(forRelationshipNamed: "messages")
      #expect(ids.count == 2)
      #expect(ids.allSatisfy { context.registeredObject(for: $0) == nil })
      _ = room.value(forKey: "messages")
      #expect(!room.hasFault(forRelationshipNamed: "messages"))
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `H4: a fault whose row is gone reads as nil and counts as deleted`(
    kind: RuntimeKind
  ) throws {
    try Self.with(kind) { stack, context, room in
      try Self.deleteRow(room.objectID, of: stack)
      #expect(room.value(forKey: "name") == nil)
      #expect((room.value(forKey: "messages") as? Set<NSManagedObject>)?.isEmpty == true)
      #expect(room.isDeleted)
      #expect(!context.hasChanges)
    }
  }

  @Test func `H5: in a controlled run a fault that may not be deleted fails the run`() {
    let report = runOnce("H5") { _ in
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = stack.context("reader")
      context.performAndWait { context.shouldDeleteInaccessibleFaults = false }
      let fault = context.performAndWait { context.object(with: id) }
      try Self.deleteRow(id, of: stack)
      context.performAndWait { _ = fault.value(forKey: "name") }
    }
    #expect(report.failures.count == 1)
    #expect("\(report.failures)".contains("NSObjectInaccessibleException"))
  }

  @Test(arguments: RuntimeKind.both)
  func `H6: the hook decides, and is not asked by calls that return errors`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby")
      let context = AskedContext(.privateQueue)
      context.persistentStoreCoordinator = stack.coordinator
      try context.performAndWait {
        let fault = context.object(with: id)
        try Self.deleteRow(id, of: stack)
        #expect(throws: CocoaError.self) { try context.existingObject(with: id) }
        #expect(context.asked == [])
        _ = fault.value(forKey: "name")
        #expect(context.asked == ["name"])
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `H7: existingObject throws 133000 when the row is gone`(kind: RuntimeKind) throws {
    try Self.with(kind) { stack, context, room in
      try Self.deleteRow(room.objectID, of: stack)
      let error = #expect(throws: CocoaError.self) {
        try context.existingObject(with: room.objectID)
      }
      #expect(error?.code.rawValue == 133000)
      #expect(error?.localizedDescription.contains("Room p1") == true)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `H8: a missing row met while deletes spread is no obstacle`(kind: RuntimeKind) throws {
    try Self.with(kind) { stack, context, room in
      let messages = try #require(room.value(forKey: "messages") as? Set<Message>)
      let gone = try #require(messages.first)
      try Self.deleteRow(gone.objectID, of: stack)
      context.refresh(room, mergeChanges: true)
      context.delete(room)
      try context.save()
      #expect(try stack.storedNames("Message", "text") == [])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a run of edits after a fault is fired keeps the row that was read`(
    kind: RuntimeKind
  ) throws {
    try Self.with(kind) { _, _, room in
      room.setValue("hall", forKey: "name")
      #expect(room.committedValues(forKeys: nil)["name"] as? String == "lobby")
    }
  }
}

/// A room that remembers which hooks were called.
final class TalkingRoom: NSManagedObject {
  var calls: [String] = []
  override func awakeFromFetch() { calls.append("awakeFromFetch") }
  override func willTurnIntoFault() { calls.append("willTurnIntoFault") }
  override func didTurnIntoFault() { calls.append("didTurnIntoFault") }
}

/// A context that remembers what it was asked.
final class AskedContext: NSManagedObjectContext, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.
  var asked: [String] = []
  override func shouldHandleInaccessibleFault(
    _ fault: NSManagedObject, for id: NSManagedObjectID,
    triggeredByProperty property: NSPropertyDescription?
  ) -> Bool {
    asked.append(property?.name ?? "-")
    return true
  }
}
