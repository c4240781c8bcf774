import Foundation
import Testing

@testable import CoreData

/// Group M: both sides of a relationship say the same.
@Suite(.everyStore) struct InverseTests {
  @Test(arguments: RuntimeKind.both)
  func `M1: setting one side sets the other and leaves the former owner`(kind: RuntimeKind) throws {
    try DeletionTests.with(kind) { _, context in
      let (one, messages) = DeletionTests.room(context, messages: 2)
      let (other, _) = DeletionTests.room(context)
      #expect(DeletionTests.messages(one) == Set(messages))
      messages[0].setValue(other, forKey: "room")
      #expect(DeletionTests.messages(one) == [messages[1]])
      #expect(DeletionTests.messages(other) == [messages[0]])
      other.setValue(Set(messages), forKey: "messages")
      #expect(messages[1].value(forKey: "room") as? Room === other)
      #expect(DeletionTests.messages(one).isEmpty)
      other.mutableSetValue(forKey: "messages").remove(messages[0])
      #expect(messages[0].value(forKey: "room") == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M1: many-to-many sides follow each other, in memory and in the store`(
    kind: RuntimeKind
  ) throws {
    try DeletionTests.with(kind) { stack, context in
      let (room, _) = DeletionTests.room(context)
      let member = Member(context: context)
      room.mutableSetValue(forKey: "members").add(member)
      #expect(member.value(forKey: "rooms") as? Set<Room> == [room])
      try context.save()
      context.refreshAllObjects()
      #expect(room.value(forKey: "members") as? Set<Member> == [member])
      member.setValue(Set<Room>(), forKey: "rooms")
      #expect((room.value(forKey: "members") as? Set<Member>)?.isEmpty == true)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `M1: adding to a relationship that is not loaded does not load it`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("lobby", messages: ["old"])
      let context = stack.context("editor")
      try context.performAndWait {
        let room = context.object(with: id)
        let new = Message(context: context)
        new.setValue(room, forKey: "room")
        #expect(room.hasFault(forRelationshipNamed: "messages"))
        #expect(DeletionTests.messages(room).count == 2)
        try context.save()
        context.refresh(room, mergeChanges: false)
        #expect(DeletionTests.messages(room).count == 2)
      }
    }
  }
}
