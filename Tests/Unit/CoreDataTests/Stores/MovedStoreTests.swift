import Foundation
import Testing

@testable import CoreData

/// Several stores below one coordinator, stores that move, and files that are put in order.
struct MovedStoreTests {
  typealias StoreType = NSPersistentStore.StoreType

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  @Test(arguments: [
    (StoreType.sqlite, StoreType.binary), (.binary, .xml), (.xml, .sqlite), (.inMemory, .sqlite),
    (.binary, .binary),
  ])
  func `a store moves to one of another type, with all that its objects refer to`(
    from: StoreType, to: StoreType
  ) throws {
    try inFolder { folder in
      let model = ChatModel.make { $0["Room"]!.relationshipsByName["messages"]!.isOrdered = true }
      let old = try ForeignStack(
        model: model, url: folder.appendingPathComponent("old"), type: from)
      let context = old.context()
      try context.performAndWait {
        let room = context.insert("Room", ["name": "lobby"])
        let messages = ["c", "a", "b"].map { context.insert("Message", ["text": $0]) }
        room.setValue(NSOrderedSet(array: messages), forKey: "messages")
        let members = ["Ada", "Bo"].map { context.insert("Member", ["name": $0]) }
        room.setValue(Set(members), forKey: "members")
        messages[0].setValue(members[1], forKey: "author")
        try context.save()
      }
      old.store.metadata = ["note": "kept"]
      let url = folder.appendingPathComponent("new")
      let new = try old.coordinator.migratePersistentStore(old.store, to: url, type: to)
      #expect(old.coordinator.persistentStores == [new])
      #expect(new.metadata["note"] as? String == "kept" && new.type == to.rawValue)
      try old.close()
      let again = try ForeignStack(model: model, url: url, type: to).context()
      try again.performAndWait {
        let rooms = try again.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
        let room = try #require(rooms.first)
        let messages = (room.value(forKey: "messages") as? NSOrderedSet)?.array
        let texts = (messages as? [NSManagedObject])?.map { $0["text"] ?? "" }
        #expect(texts == ["c", "a", "b"])
        let members = room.value(forKey: "members") as? Set<NSManagedObject> ?? []
        #expect(members.compactMap { $0["name"] }.sorted() == ["Ada", "Bo"])
        let author = (messages?.first as? NSManagedObject)?.value(forKey: "author")
        #expect((author as? NSManagedObject)?["name"] == "Bo")
      }
    }
  }

  /// Rooms in one store, the rest in another, by configurations.
  private func divided(_ folder: URL, _ types: [StoreType]) throws -> NSPersistentStoreCoordinator {
    let model = ChatModel.make()
    for (name, entities) in [("Rooms", ["Room"]), ("Rest", ["Member", "Message"])] {
      model.setEntities(entities.map { model.entitiesByName[$0]! }, forConfigurationName: name)
    }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for (name, type) in zip(["Rooms", "Rest"], types) {
      try coordinator.addPersistentStore(
        type: type, configuration: name, at: folder.appendingPathComponent(name))
    }
    return coordinator
  }

  @Test(arguments: [[StoreType.sqlite, .sqlite], [.binary, .sqlite], [.xml, .inMemory]])
  func `Q6: a reference from one store to another is the error 133010, and nothing is written`(
    types: [StoreType]
  ) throws {
    try RuntimeKind.inBoth {
      try inFolder { folder in
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = try divided(folder, types)
        try context.performAndWait {
          let room = context.insert("Room", ["name": "lobby"])
          let message = context.insert("Message", ["text": "hi", "room": room])
          #expect { try context.save() } throws: {
            ($0 as? CocoaError)?.code == .managedObjectExternalRelationship
          }
          message.setValue(nil, forKey: "room")
          try context.save()
          let coordinator = try #require(context.persistentStoreCoordinator)
          #expect(coordinator.store(for: room.objectID)?.configurationName == "Rooms")
          #expect(coordinator.store(for: message.objectID)?.configurationName == "Rest")
        }
      }
    }
  }

  @Test func `Q6: a prebuilt file is attached read-only at run time, beside one to write`() throws {
    try RuntimeKind.inBoth {
      try inFolder { folder in
        let model = ChatModel.make()
        let prebuilt = folder.appendingPathComponent("prebuilt.sqlite")
        let maker = try ForeignStack(model: model, url: prebuilt)
        let making = maker.context()
        try making.performAndWait {
          making.insert("Room", ["name": "prebuilt"])
          try making.save()
        }
        try maker.close()
        let stack = try ForeignStack(model: model, url: folder.appendingPathComponent("own.sqlite"))
        let context = stack.context()
        try context.performAndWait {
          context.insert("Room", ["name": "own"])
          try context.save()
          let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
          request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
          #expect(try context.fetch(request).map { $0["name"] } == ["own"])
          let readOnly = try stack.coordinator.addPersistentStore(
            type: .sqlite, at: prebuilt, options: [NSReadOnlyPersistentStoreOption: true])
          let both = try context.fetch(request)
          #expect(both.map { $0["name"] } == ["own", "prebuilt"])
          request.affectedStores = [readOnly]
          #expect(try context.fetch(request).map { $0["name"] } == ["prebuilt"])
          both[1]["name"] = "changed"
          #expect(throws: CocoaError.self) { try context.save() }
          context.rollback()
          let new = context.insert("Room", ["name": "new"])
          try context.save()
          #expect(stack.coordinator.store(for: new.objectID) === stack.store)
          context.assign(context.insert("Room", ["name": "wrong"]), to: readOnly)
          #expect(throws: CocoaError.self) { try context.save() }
        }
      }
    }
  }

  @Test func `a store is vacuumed and analysed when it is opened, if that is asked for`() throws {
    try inFolder { folder in
      let url = folder.appendingPathComponent("chat.sqlite")
      let stack = try ForeignStack(model: ChatModel.make(), url: url)
      let context = stack.context()
      try context.performAndWait {
        for _ in 0..<300 { context.insert("Room", ["name": String(repeating: "x", count: 900)]) }
        try context.save()
        let rooms = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
        for room in rooms { context.delete(room) }
        try context.save()
      }
      try stack.close()
      func pages() throws -> Int { try PlainDatabase(url).number("PRAGMA freelist_count") }
      let statistics = "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'sqlite_stat1'"
      #expect(try pages() > 50)
      #expect(try PlainDatabase(url).number(statistics) == 0)
      let tidy = try ForeignStack(
        model: ChatModel.make(), url: url,
        options: [NSSQLiteManualVacuumOption: true, NSSQLiteAnalyzeOption: true])
      try tidy.close()
      #expect(try pages() == 0)
      #expect(try PlainDatabase(url).number(statistics) == 1)
    }
  }
}
