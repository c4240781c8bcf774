import Foundation
import Interleaving
import Testing

@testable import CoreData

/// A store that gets everything from a service (fact Q7). One after another: there is one service.
@Suite(.serialized) struct IncrementalStoreTests {
  private static let type = NSPersistentStore.StoreType(rawValue: ServiceStore.type)
  private var service: RecordService { .current }

  init() {
    NSPersistentStoreCoordinator.registerStoreClass(ServiceStore.self, type: Self.type)
    service.restart()
  }

  private func stack() throws -> ForeignStack {
    try ForeignStack(
      model: ChatModel.make(), url: URL(string: "service://records"), type: Self.type)
  }

  private let rooms = NSFetchRequest<NSManagedObject>(entityName: "Room")

  private func addLobby(_ context: NSManagedObjectContext) throws -> NSManagedObjectID {
    try context.performAndWait {
      let room = context.insert("Room", ["name": "lobby"])
      for text in ["a", "b"] { context.insert("Message", ["text": text, "room": room]) }
      try context.save()
      return room.objectID
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `Q7: it is asked for rows when faults fire, and told what is saved`(
    kind: RuntimeKind
  ) throws {
    service.restart()
    try kind.run {
      let first = try stack()
      let id = try addLobby(first.context())
      #expect(service.requests == ["save 3"])
      let uri = id.uriRepresentation()

      let context = try stack().context()
      try context.performAndWait {
        let room = try #require(try context.fetch(rooms).first)
        #expect(room.objectID.uriRepresentation() == uri)
        #expect(service.requests.dropFirst() == ["fetch Room"])
        #expect(room["name"] == "lobby")
        #expect(
          service.requests.last?.hasPrefix("read record-") == true)
        let messages = room.value(forKey: "messages") as? Set<NSManagedObject> ?? []
        #expect(messages.compactMap { $0["text"] }.sorted() == ["a", "b"])
        #expect(messages.allSatisfy { $0.value(forKey: "room") as? NSManagedObject === room })
        room["name"] = "hall"
        for message in messages where message["text"] == "a" { context.delete(message) }
        try context.save()
        #expect(try context.count(for: rooms) == 1)
      }
      let last = try stack().context()
      try last.performAndWait {
        rooms.predicate = NSPredicate(format: "name == 'hall' AND messages.@count == 1")
        let found = try last.fetch(rooms)
        #expect(found.count == 1)
        rooms.predicate = nil
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `Q7: two contexts that change one object conflict`(kind: RuntimeKind) throws {
    service.restart()
    try kind.run {
      let stack = try stack()
      let (one, other) = (stack.context("one"), stack.context("other"))
      let id = try addLobby(one)
      try other.performAndWait {
        let room = try other.existingObject(with: id)
        try one.change(id, ["topic": "theirs"])
        room["name"] = "mine"
        #expect { try other.save() } throws: { ($0 as? CocoaError)?.code == .managedObjectMerge }
        other.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try other.save()
        #expect(room["topic"] == "theirs" && room["name"] == "mine")
      }
    }
  }

  @Test
  func `Q7: main stands still as long as the service takes, unless the fetch is asynchronous`()
    throws
  {
    func stall(_ fetch: @escaping (NSManagedObjectContext) throws -> Void) throws -> Duration {
      var stall = Duration.zero
      let report = runOnce("stall") { runtime in
        let stack = try stack()
        let view = NSManagedObjectContext(.mainQueue)
        view.persistentStoreCoordinator = stack.coordinator
        view.perform { try? fetch(view) }
        runtime.atEnd { withExtendedLifetime(view) { stall = runtime.longestMainStall } }
      }
      #expect(report.failures.isEmpty && report.deadlock == nil)
      return stall
    }
    #expect(try stall { _ = try $0.fetch(rooms) } >= service.latency)
    let asynchronous = try stall {
      try $0.execute(NSAsynchronousFetchRequest(fetchRequest: rooms))
    }
    #expect(asynchronous < service.latency)
  }

  @Test(arguments: [
    RecordService.Trouble.down, .temporaryIDs, .foreignIDs, .otherEntity, .noObjects, .noArray,
  ])
  func `a fetch that the store answers with an error or nonsense throws`(
    trouble: RecordService.Trouble
  ) throws {
    try RuntimeKind.inBoth {
      service.restart()
      let context = try stack().context()
      _ = try addLobby(context)
      service.trouble = trouble
      context.performAndWait {
        _ = #expect { try context.fetch(rooms) } throws: { error in
          trouble == .down
            ? error is RecordService.Down
            : (error as? CocoaError)?.code == .persistentStoreOperation
        }
      }
    }
  }

  @Test(arguments: [RecordService.Trouble.down, .otherNode, .wrongType])
  func `a fault that the store cannot fulfil is inaccessible, and no trap`(
    trouble: RecordService.Trouble
  ) throws {
    try RuntimeKind.inBoth {
      service.restart()
      let id = try addLobby(try stack().context())
      let fresh = try stack()
      let context = fresh.context()
      service.trouble = trouble
      try context.performAndWait {
        let own = try #require(
          fresh.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()))
        #expect(throws: (any Error).self) { try context.existingObject(with: own) }
        let room = context.object(with: own)
        #expect(room["name"] == nil)
        #expect(room.isDeleted)
        // The name of the object came with its URI, so the service has it when it is up again.
        service.trouble = nil
        context.reset()
        #expect(try context.existingObject(with: own)["name"] == "lobby")
      }
    }
  }

  @Test(arguments: [RecordService.Trouble.down, .sameIDs, .tooFewIDs])
  func `a save that the store cannot take throws and keeps everything pending`(
    trouble: RecordService.Trouble
  ) throws {
    try RuntimeKind.inBoth {
      service.restart()
      let context = try stack().context()
      try context.performAndWait {
        for name in ["a", "b"] { context.insert("Room", ["name": name]) }
        service.trouble = trouble
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.insertedObjects.count == 2)
        service.trouble = nil
        try context.save()
        #expect(try context.count(for: rooms) == 2)
      }
    }
  }

  @Test func `members that are none are left out, with a word in the log`() throws {
    service.restart()
    let report = runOnce("members") { runtime in
      let id = try addLobby(try stack().context())
      let fresh = try stack()
      let context = fresh.context()
      service.trouble = .noMembers
      try context.performAndWait {
        let own = try #require(
          fresh.coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()))
        let room = try context.existingObject(with: own)
        #expect((room.value(forKey: "messages") as? Set<NSManagedObject>)?.isEmpty == true)
      }
    }
    #expect(report.failures.isEmpty)
    #expect(
      report.events.contains { event in
        guard case .misuse(let words, _)? = event.fact as? CoreDataFact else { return false }
        return words.contains("nobody is no object")
      })
  }

  @Test func `batches and histories are refused, and unknown types and classes are explained`()
    throws
  {
    let context = try stack().context()
    _ = context.performAndWait {
      #expect { try context.execute(NSBatchUpdateRequest(entityName: "Room")) } throws: {
        ($0 as? CocoaError)?.code == .persistentStoreUnsupportedRequestType
      }
    }
    #expect(throws: CocoaError.self) {
      try ForeignStack(
        model: ChatModel.make(), url: URL(string: "service://records"), type: Self.type,
        options: [NSPersistentHistoryTrackingKey: true])
    }
    let refusal = #expect(throws: CocoaError.self) {
      try ForeignStack(model: ChatModel.make(), url: nil, type: .init(rawValue: "Nope"))
    }
    #expect(refusal?.code == .persistentStoreInvalidType)
    #expect(refusal?.localizedDescription.contains("Service") == true)
  }
}
