import Foundation
import Testing

@testable import CoreData

/// What is widely observed of fetches, faults and batches.
struct ObservedFetchTests {
  @Test(arguments: RuntimeKind.both)
  func `G11: a row that goes before its batch loads is an inaccessible fault`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try FetchFormTests.Stage()
      let request = stage.request { $0.fetchBatchSize = 2 }
      let rooms = try stage.reader.performAndWait { try stage.reader.fetch(request) }
      let sibling = stage.stack.context("sibling")
      try sibling.performAndWait {
        sibling.delete(sibling.object(with: rooms[2].objectID))
        try sibling.save()
      }
      stage.reader.performAndWait {
        #expect(rooms.map { $0["name"] } == ["r0", "r1", nil, "r3", "r4"])
        #expect(rooms[2].isDeleted)
      }
    }
  }

  /// What a child with 100 rows below it asks of the store, to fetch and then to read everything.
  private static func statementsOfChild(
    _ fetches: CoreDataBehaviour.ChildFetches, _ adjust: (NSFetchRequest<Room>) -> Void
  ) throws -> (toFetch: Int, toRead: Int) {
    let stack = try ChatStack(.sqlite) { $0.childFetches = fetches }
    let setup = stack.context("setup")
    try setup.performAndWait {
      for number in 0..<100 { setup.insert("Room", ["name": "\(number)"]) }
      try setup.save()
    }
    (stack.coordinator.persistentStores[0].backend as? SQLiteStore)?.cache.forgetAll()
    let child = stack.child(of: stack.context("parent"), "child")
    return try child.performAndWait {
      let request = NSFetchRequest<Room>(entityName: "Room")
      adjust(request)
      var rooms: [Room] = []
      let toFetch = try stack.statements.selects { rooms = try child.fetch(request) }
      return (toFetch, stack.statements.selects { for room in rooms { _ = room["name"] } })
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E15, G13: a child ignores the batch size, unless it is switched to fetch as a root`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let plain = try Self.statementsOfChild(.classic) { _ in }
      let batched = try Self.statementsOfChild(.classic) { $0.fetchBatchSize = 10 }
      #expect(plain == (1, 0) && batched == (1, 0))
      let asRoot = try Self.statementsOfChild(.asRoot) { $0.fetchBatchSize = 10 }
      #expect(asRoot == (1, 10))
    }
  }

  @Test(arguments: RuntimeKind.both, [CoreDataBehaviour.ChildFetches.classic, .asRoot])
  func `E15: a child ignores prefetching, unless it is switched to fetch as a root`(
    kind: RuntimeKind, fetches: CoreDataBehaviour.ChildFetches
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite) { $0.childFetches = fetches }
      _ = try stack.savedRoom("lobby", messages: ["one", "two"])
      let child = stack.child(of: stack.context("parent"), "child")
      try child.performAndWait {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.relationshipKeyPathsForPrefetching = ["messages"]
        let room = try #require(try child.fetch(request).first)
        let isFault = room.hasFault(forRelationshipNamed: "messages")
        #expect(isFault == (fetches == .classic))
        #expect((room.value(forKey: "messages") as? Set<Message>)?.count == 2)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `H9: deleting a fault reads its row, to follow its delete rules`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try FetchFormTests.Stage()
      let request = stage.request { $0.includesPropertyValues = false }
      try stage.reader.performAndWait {
        let room = try #require(try stage.reader.fetch(request).first)
        stage.reader.delete(room)
        #expect(room.isFault)
        let rows = stage.stack.statements.during { stage.reader.processPendingChanges() }
          .filter { $0.hasPrefix("SELECT") && $0.contains("FROM ZROOM") }
        #expect(rows.count == 1 && !room.isFault)
      }
    }
  }
}
