import Foundation
import Testing

@testable import CoreData

/// Group G: what a fetch returns.
struct FetchTests {
  /// Rooms a, b and c in the store, and a context that has done nothing yet.
  private static func with(
    _ kind: RuntimeKind, endingEvents: Bool = true,
    _ body: @escaping (ChatStack, NSManagedObjectContext) throws -> Void
  ) throws {
    try kind.run {
      let stack = try ChatStack(.inMemory, { $0.fetchProcessesPendingChanges = endingEvents })
      for name in ["a", "b", "c"] { _ = try stack.savedRoom(name) }
      let context = stack.context("reader")
      try context.performAndWait { try body(stack, context) }
    }
  }

  private static func request(_ format: String? = nil) -> NSFetchRequest<Room> {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = format.map { NSPredicate(format: $0) }
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return request
  }

  private static func names(_ rooms: [Room]) -> [String] {
    rooms.map { $0.value(forKey: "name") as? String ?? "-" }
  }

  @Test(arguments: RuntimeKind.both)
  func `G1: pending changes are reconciled with what the store found`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context in
      let all = try context.fetch(Self.request())
      #expect(Self.names(all) == ["a", "b", "c"])
      Room(context: context).setValue("aa", forKey: "name")
      all[0].setValue("z", forKey: "name")
      all[1].setValue("ab", forKey: "name")
      context.delete(all[2])
      let found = try context.fetch(Self.request("name BEGINSWITH 'a' OR name == 'c'"))
      #expect(Self.names(found) == ["aa", "ab"], "one inserted, one edited in; a out, c deleted")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G2: without pending changes the store decides, and objects keep their edits`(
    kind: RuntimeKind
  ) throws {
    try Self.with(kind) { _, context in
      let all = try context.fetch(Self.request())
      Room(context: context).setValue("a", forKey: "name")
      all[0].setValue("z", forKey: "name")
      let request = Self.request("name == 'a'")
      request.includesPendingChanges = false
      let found = try context.fetch(request)
      #expect(found == [all[0]])
      #expect(Self.names(found) == ["z"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G3: dictionaries are the store's`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context in
      try context.fetch(Self.request())[0].setValue("z", forKey: "name")
      let request = NSFetchRequest<[String: Any]>(entityName: "Room")
      request.resultType = .dictionaryResultType
      request.propertiesToFetch = ["name"]
      let names = try context.fetch(request).compactMap { $0["name"] as? String }.sorted()
      #expect(names == ["a", "b", "c"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G5: IDs come in order`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context in
      let request = NSFetchRequest<NSManagedObjectID>(entityName: "Room")
      request.resultType = .managedObjectIDResultType
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
      let ids = try context.fetch(request)
      #expect(Self.names(ids.compactMap { context.object(with: $0) as? Room }) == ["c", "b", "a"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G6, G8: objects come as faults or realised, as asked`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context in
      let request = Self.request()
      let faults = try context.fetch(request).filter(\.isFault)
      #expect(faults.count == 3)
      request.returnsObjectsAsFaults = false
      let stillFaults = try context.fetch(request).filter(\.isFault)
      #expect(stillFaults.isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G10: a batched fetch returns all, and any of them fires`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context in
      let request = Self.request()
      request.fetchBatchSize = 2
      let found = try context.fetch(request)
      #expect(found.filter(\.isFault).count == 3)
      #expect(Self.names(found) == ["a", "b", "c"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G14: prefetching realises the objects behind a relationship`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      _ = try stack.savedRoom("lobby", messages: ["one", "two"])
      let context = stack.context("reader")
      try context.performAndWait {
        let request = Self.request()
        request.relationshipKeyPathsForPrefetching = ["messages"]
        let room = try #require(context.fetch(request).first)
        #expect(!room.hasFault(forRelationshipNamed: "messages"))
        let messages = room.value(forKey: "messages") as? Set<Message>
        #expect(messages?.contains { $0.isFault } == false)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a limit counts what is left after reconciling`(kind: RuntimeKind) throws {
    try Self.with(kind) { _, context in
      Room(context: context).setValue("aa", forKey: "name")
      let request = Self.request()
      request.fetchLimit = 2
      request.fetchOffset = 1
      let names = try Self.names(context.fetch(request))
      #expect(names == ["aa", "b"])
    }
  }

  @Test(arguments: RuntimeKind.both, [true, false])
  func `G18: whether a fetch ends the event is a switch`(kind: RuntimeKind, ends: Bool) throws {
    try Self.with(kind, endingEvents: ends) { _, context in
      let heard = Listener(.NSManagedObjectContextObjectsDidChange, context)
      _ = Room(context: context)
      _ = try context.fetch(Self.request())
      #expect(heard.notifications.count == (ends ? 1 : 0))
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `an entity that the model lacks is an error that names those it has`(
    kind: RuntimeKind
  ) throws {
    try Self.with(kind) { _, context in
      let error = #expect(throws: CocoaError.self) {
        try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Roon"))
      }
      #expect(error?.localizedDescription.contains("Member, Message, Room") == true)
    }
  }
}

extension Observed {
  struct Fetches {
    @Test(arguments: RuntimeKind.both)
    func `G4: a count includes what is pending`(kind: RuntimeKind) throws {
      try kind.run {
        let stack = try ChatStack()
        let id = try stack.savedRoom("a")
        let context = stack.context("reader")
        try context.performAndWait {
          let request = NSFetchRequest<Room>(entityName: "Room")
          _ = Room(context: context)
          let withInsertion = try context.count(for: request)
          context.delete(context.object(with: id))
          let withDeletion = try context.count(for: request)
          request.includesPendingChanges = false
          let stored = try context.count(for: request)
          #expect(withInsertion == 2)
          #expect(withDeletion == 1)
          #expect(stored == 1)
        }
      }
    }
  }
}
