import Foundation
import Testing

@testable import CoreData

/// Group V: contexts that read one state of their stores.
struct QueryGenerationTests {
  /// A SQLite file with rooms `a` and `b`, a reader pinned to what is newest, and a writer.
  struct Stage {
    let stack: ChatStack
    let a: NSManagedObjectID
    let b: NSManagedObjectID
    let reader: NSManagedObjectContext
    let writer: NSManagedObjectContext

    init() throws {
      stack = try ChatStack(.sqlite, onDisk: true)
      a = try stack.savedRoom("a")
      b = try stack.savedRoom("b")
      reader = stack.context("reader")
      writer = stack.context("writer")
    }

    /// Pins the reader and lets it read, which fixes the generation.
    func pin() throws {
      try reader.performAndWait {
        try reader.setQueryGenerationFrom(.current)
        _ = try reader.count(for: NSFetchRequest<Room>(entityName: "Room"))
      }
    }

    /// The names that a fetch of the reader shows.
    func names() throws -> [String] {
      let request = NSFetchRequest<Room>(entityName: "Room")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      request.shouldRefreshRefetchedObjects = true
      return try reader.performAndWait { try reader.fetch(request).compactMap { $0["name"] } }
    }

    var token: NSQueryGenerationToken? { reader.performAndWait { reader.queryGenerationToken } }
  }

  @Test(arguments: RuntimeKind.both)
  func `V1: a pinned context reads one state, faults of deleted rows included`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      try stage.writer.change(stage.a, ["name": "changed"])
      try stage.writer.performAndWait {
        stage.writer.delete(try stage.writer.existingObject(with: stage.b))
        try stage.writer.save()
      }
      #expect(try stage.names() == ["a", "b"])
      stage.reader.performAndWait {
        let room = stage.reader.object(with: stage.b)
        stage.reader.refresh(room, mergeChanges: false)
        #expect(room["name"] == "b")
      }
      try stage.reader.performAndWait { try stage.reader.setQueryGenerationFrom(nil) }
      #expect(try stage.names() == ["changed"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `V1: current is fixed by the next read, not by pinning`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.reader.performAndWait { try stage.reader.setQueryGenerationFrom(.current) }
      try stage.writer.change(stage.a, ["name": "changed"])
      #expect(try stage.names() == ["b", "changed"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `V2: a context moves on by its own save and by reset; realised objects stay`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      let room = stage.reader.performAndWait { stage.reader.object(with: stage.a) }
      #expect(stage.reader.performAndWait { room["name"] } == "a")
      try stage.writer.change(stage.a, ["name": "changed"])
      try stage.reader.performAndWait {
        stage.reader.insert("Room", ["name": "own"])
        try stage.reader.save()
        #expect(room["name"] == "a", "moving on refreshes nothing")
      }
      #expect(try stage.names() == ["b", "changed", "own"])
      try stage.writer.change(stage.b, ["name": "later"])
      #expect(try stage.names() == ["b", "changed", "own"], "pinned again")
      stage.reader.performAndWait { stage.reader.reset() }
      #expect(try stage.names() == ["changed", "later", "own"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `V2: a token hands a generation to another context`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      let token = try #require(stage.token)
      try stage.writer.change(stage.a, ["name": "changed"])
      let second = stage.stack.context("second")
      try second.performAndWait {
        try second.setQueryGenerationFrom(token)
        #expect(second.object(with: stage.a)["name"] == "a")
        #expect(second.queryGenerationToken == token)
      }
    }
  }

  @Test(arguments: RuntimeKind.both, [NSPersistentStore.StoreType.inMemory, .sqlite])
  func `V3: a store that is no file stays unpinned, silently`(
    kind: RuntimeKind, type: NSPersistentStore.StoreType
  ) throws {
    try kind.run {
      let stack = try ChatStack(type)
      let id = try stack.savedRoom("a")
      let reader = stack.context("reader")
      try reader.performAndWait {
        try reader.setQueryGenerationFrom(.current)
        _ = try reader.existingObject(with: id)
        #expect(reader.queryGenerationToken == nil)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `V5: a batch does not move the context that executes it`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      let token = stage.token
      try stage.reader.performAndWait {
        let batch = NSBatchUpdateRequest(entityName: "Room")
        batch.propertiesToUpdate = ["name": "changed"]
        _ = try stage.reader.execute(batch)
      }
      #expect(try stage.names() == ["a", "b"])
      #expect(stage.token == token)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `V6: a generation leaves out later stores, and dies with its own`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      let later = try stage.stack.coordinator.addPersistentStore(
        type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
      try stage.writer.performAndWait {
        let room = stage.writer.insert("Room", ["name": "later"])
        stage.writer.assign(room, to: later)
        try stage.writer.save()
      }
      #expect(try stage.names() == ["a", "b"])
      try stage.stack.coordinator.remove(stage.stack.coordinator.persistentStores[0])
      let error = #expect(throws: CocoaError.self) { try stage.names() }
      #expect(error?.code == .coreData)
      #expect(error?.localizedDescription.contains("setQueryGenerationFrom(nil)") == true)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `V7: a generation that is not kept lets the log shrink`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let coordinator = stage.stack.coordinator
      let url = try #require(coordinator.persistentStores[0].url)
      let log = url.path + "-wal"
      func checkpointedLogSize() throws -> Int {
        try PlainDatabase(url).run("PRAGMA wal_checkpoint(TRUNCATE)")
        return try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? -1
      }
      try stage.pin()
      try stage.writer.change(stage.a, ["name": "changed"])
      #expect(coordinator.pinnedGenerations.count == 1)
      #expect(try checkpointedLogSize() > 0, "the pinned reader still needs it")
      stage.reader.performAndWait { stage.reader.reset() }
      #expect(coordinator.pinnedGenerations.count == 0)
      #expect(try checkpointedLogSize() == 0)
    }
  }
}
