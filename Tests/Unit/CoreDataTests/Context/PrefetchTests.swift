import Foundation
import Testing

@testable import CoreData

/// Group G: relationships that a fetch brings along, counted in SQL statements.
struct PrefetchTests {
  private typealias Stage = FetchFormTests.Stage

  @Test(arguments: RuntimeKind.both)
  func `G14: prefetching takes one statement for a relationship, whatever the owners`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait {
        let request = stage.request { $0.relationshipKeyPathsForPrefetching = ["messages"] }
        var rooms: [Room] = []
        let toFetch = try stage.stack.statements.selects {
          rooms = try stage.reader.fetch(request)
        }
        #expect(toFetch == 2, "one for the rooms, one for the messages of all of them")
        let toRead = stage.stack.statements.selects {
          for room in rooms {
            let messages = room.value(forKey: "messages") as? Set<Message> ?? []
            #expect(messages.compactMap { $0["text"] }.sorted() == ["a", "b"])
          }
        }
        #expect(toRead == 0)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G14: many-to-many members and the next relationship come in one statement each`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      try stack.context("setup").seedTwoRoomsThatShareMembers()
      (stack.coordinator.persistentStores[0].backend as? SQLiteStore)?.cache.forgetAll()
      let reader = stack.context("reader")
      try reader.performAndWait {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.relationshipKeyPathsForPrefetching = ["members.messages"]
        var rooms: [Room] = []
        let toFetch = try stack.statements.selects { rooms = try reader.fetch(request) }
        #expect(toFetch == 3, "rooms, their members, the members' messages")
        let toRead = stack.statements.selects {
          let texts = rooms.flatMap { room in
            (room.value(forKey: "members") as? Set<Member> ?? []).flatMap { member in
              (member.value(forKey: "messages") as? Set<Message> ?? []).compactMap { $0["text"] }
            }
          }
          #expect(texts.sorted() == ["hello", "hello", "world"])
        }
        #expect(toRead == 0)
      }
    }
  }
}

extension NSManagedObjectContext {
  /// Rooms `a` and `b`: Ada is in both and said hello, Bob is in `b` and said world.
  func seedTwoRoomsThatShareMembers() throws {
    try performAndWait {
      let (a, b) = (insert("Room", ["name": "a"]), insert("Room", ["name": "b"]))
      let (ada, bob) = (insert("Member", ["name": "Ada"]), insert("Member", ["name": "Bob"]))
      ada.mutableSetValue(forKey: "rooms").addObjects(from: [a, b])
      bob.mutableSetValue(forKey: "rooms").add(b)
      insert("Message", ["text": "hello", "author": ada])
      insert("Message", ["text": "world", "author": bob])
      try save()
    }
  }
}
