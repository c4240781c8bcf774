import Foundation
import Testing

@testable import CoreData

/// Group M: delete rules.
@Suite(.everyStore) struct DeletionTests {
  static func with(
    _ kind: RuntimeKind, model adjust: @escaping ([String: NSEntityDescription]) -> Void = { _ in },
    _ body: @escaping (ChatStack, NSManagedObjectContext) throws -> Void
  ) throws {
    try kind.run {
      let stack = try ChatStack(model: adjust)
      let context = stack.context("editor")
      try context.performAndWait { try body(stack, context) }
    }
  }

  static func room(
    _ context: NSManagedObjectContext, messages: Int = 0
  ) -> (Room, [Message]) {
    let room = Room(context: context)
    let messages = (0..<messages).map { _ in
      let message = Message(context: context)
      message.setValue(room, forKey: "room")
      return message
    }
    return (room, messages)
  }

  static func messages(_ room: NSManagedObject) -> Set<Message> {
    room.value(forKey: "messages") as? Set<Message> ?? []
  }

  @Test(arguments: RuntimeKind.both, [true, false])
  func `M3: delete only marks, and rules are followed at the end of the event or at save`(
    kind: RuntimeKind, atEndOfEvent: Bool
  ) throws {
    try Self.with(kind) { stack, context in
      context.propagatesDeletesAtEndOfEvent = atEndOfEvent
      let (room, messages) = Self.room(context, messages: 1)
      try context.save()
      context.delete(room)
      #expect(room.isDeleted)
      #expect(!messages[0].isDeleted)
      context.processPendingChanges()
      #expect(messages[0].isDeleted == atEndOfEvent)
      try context.save()
      let left = try context.count(for: NSFetchRequest<Message>(entityName: "Message"))
      #expect(left == 0)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M4: nullify clears the other side`(kind: RuntimeKind) throws {
    try Self.with(kind, model: Self.rule(.nullifyDeleteRule)) { _, context in
      let (room, messages) = Self.room(context, messages: 2)
      try context.save()
      context.delete(room)
      try context.save()
      #expect(messages.allSatisfy { !$0.isDeleted && $0.value(forKey: "room") == nil })
      context.refreshAllObjects()
      #expect(messages[0].value(forKey: "room") == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M4: deny fails validation while there are destinations`(kind: RuntimeKind) throws {
    try Self.with(kind, model: Self.rule(.denyDeleteRule)) { stack, context in
      let (room, _) = Self.room(context, messages: 1)
      try context.save()
      context.delete(room)
      let error = #expect(throws: CocoaError.self) { try context.save() }
      #expect(error?.code.rawValue == 1600)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M4: no action leaves the other side alone`(kind: RuntimeKind) throws {
    try Self.with(kind, model: Self.rule(.noActionDeleteRule)) { stack, context in
      let (room, messages) = Self.room(context, messages: 1)
      try context.save()
      let id = room.objectID
      context.delete(room)
      try context.save()
      #expect(messages[0].objectIDs(forRelationshipNamed: "room") == [id], "it dangles")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M5: prepareForDeletion sees relationships that willSave no longer sees`(
    kind: RuntimeKind
  ) throws {
    let departing: ([String: NSEntityDescription]) -> Void = {
      $0["Room"]?.objectClass = DepartingRoom.self
    }
    try Self.with(kind, model: departing) { _, context in
      let room = DepartingRoom(context: context)
      Message(context: context).setValue(room, forKey: "room")
      try context.save()
      room.seen = []
      context.delete(room)
      try context.save()
      #expect(room.seen == ["prepareForDeletion 1", "willSave 0"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M7: isDeleted lasts until the save, then there is no context`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context in
      let (room, _) = Self.room(context)
      try context.save()
      context.delete(room)
      #expect(room.isDeleted)
      #expect(context.deletedObjects == [room])
      try context.save()
      #expect(!room.isDeleted)
      #expect(room.managedObjectContext == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M8, I2: inserted and deleted without a save is as if it had never been`(
    kind: RuntimeKind
  ) throws {
    try Self.with(kind) { stack, context in
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, context)
      let (room, _) = Self.room(context)
      context.delete(room)
      context.processPendingChanges()
      #expect(heard.notifications.isEmpty)
      #expect(!context.hasChanges)
      #expect(context.deletedObjects.isEmpty)
      #expect(room.managedObjectContext == nil)
    }
  }

  private static func rule(_ rule: NSDeleteRule) -> ([String: NSEntityDescription]) -> Void {
    { $0["Room"]?.relationshipsByName["messages"]?.deleteRule = rule }
  }
}

extension Observed {
  struct Deletion {
    @Test(arguments: RuntimeKind.both)
    func `M6: deny is content when the other side is deleted too`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack(model: {
          $0["Room"]?.relationshipsByName["messages"]?.deleteRule = .denyDeleteRule
        })
        let id = try stack.savedRoom("lobby", messages: ["one"])
        let context = stack.context("editor")
        try context.performAndWait {
          let room = context.object(with: id)
          for message in room.value(forKey: "messages") as? Set<Message> ?? [] {
            context.delete(message)
          }
          context.delete(room)
          try context.save()
        }
        #expect(try stack.storedNames().isEmpty)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `M9: another context sees a deletion only in its faults`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let realised = try stack.savedRoom("realised")
        let faulted = try stack.savedRoom("faulted")
        let context = stack.context("holder")
        let rooms = context.performAndWait {
          [realised, faulted].map { context.object(with: $0) }
        }
        context.performAndWait { rooms[0].willAccessValue(forKey: nil) }
        let other = stack.context("deleter")
        try other.performAndWait {
          for id in [realised, faulted] { other.delete(other.object(with: id)) }
          try other.save()
        }
        context.performAndWait {
          #expect(rooms[0].value(forKey: "name") as? String == "realised")
          #expect(rooms[1].value(forKey: "name") == nil)
        }
      }
    }
  }
}

/// A room that notes how many messages it sees on its way out.
final class DepartingRoom: NSManagedObject {
  var seen: [String] = []
  private var count: Int { (value(forKey: "messages") as? Set<NSManagedObject>)?.count ?? -1 }
  override func prepareForDeletion() { seen.append("prepareForDeletion \(count)") }
  override func willSave() { if isDeleted { seen.append("willSave \(count)") } }
}
