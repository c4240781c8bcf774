import Foundation
import Testing

@testable import CoreData

/// Large values of attributes that allow it lie in files beside the store's own.
struct ExternalDataTests {
  private static let small = Data(repeating: 7, count: 1_000)
  private static func large(_ byte: UInt8 = 1) -> Data { Data(repeating: byte, count: 300_000) }

  private final class Stage {
    let stack: ChatStack
    let context: NSManagedObjectContext

    init() throws {
      stack = try ChatStack(
        .sqlite, onDisk: true,
        model: {
          let picture = ChatModel.attribute("picture", .binaryDataAttributeType)
          picture.allowsExternalBinaryDataStorage = true
          $0["Message"]!.properties += [picture]
        })
      context = stack.context("editor")
    }

    var url: URL { stack.coordinator.persistentStores[0].url! }

    /// The files that hold large values, and their sizes.
    var files: [Int] {
      let folder = url.deletingLastPathComponent()
        .appendingPathComponent(".chat.sqlite_SUPPORT/_EXTERNAL_DATA")
      let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
      return names.compactMap {
        let path = folder.appendingPathComponent($0).path
        return (try? FileManager.default.attributesOfItem(atPath: path)[.size]) as? Int
      }
    }

    func add(_ data: Data?) throws -> NSManagedObject {
      let message = context.insert("Message", ["text": "x"])
      message.setValue(data, forKey: "picture")
      try context.save()
      return message
    }

    func stored(_ object: NSManagedObject) throws -> Data? {
      try stack.storedValue("picture", of: object.objectID) as? Data
    }
  }

  @Test func `large data goes into a file, small data into the row`() throws {
    let stage = try Stage()
    try stage.context.performAndWait {
      let small = try stage.add(Self.small)
      #expect(stage.files == [])
      let large = try stage.add(Self.large())
      #expect(stage.files == [300_000])
      let none = try stage.add(nil)
      #expect(try stage.stored(small) == Self.small)
      #expect(try stage.stored(large) == Self.large())
      #expect(try stage.stored(none) == nil)
      let file = try PlainDatabase(stage.url)
      #expect(
        try file.rows("SELECT length(ZPICTURE) FROM ZMESSAGE ORDER BY Z_PK")
          == ["1001", "38", ""])
    }
  }

  @Test func `a value that is replaced or deleted takes its file with it`() throws {
    let stage = try Stage()
    try stage.context.performAndWait {
      let message = try stage.add(Self.large())
      message.setValue(Self.large(2), forKey: "picture")
      try stage.context.save()
      #expect(stage.files == [300_000])
      #expect(try stage.stored(message) == Self.large(2))
      message["text"] = "y"
      try stage.context.save()
      #expect(stage.files.count == 1)
      message.setValue(Self.small, forKey: "picture")
      try stage.context.save()
      #expect(stage.files == [])
      message.setValue(Self.large(3), forKey: "picture")
      try stage.context.save()
      stage.context.delete(message)
      try stage.context.save()
      #expect(stage.files == [])
    }
  }

  @Test func `a save that fails leaves no file behind`() throws {
    let stage = try Stage()
    let other = stage.stack.context("other")
    try stage.context.performAndWait {
      let message = try stage.add(Self.large())
      let id = message.objectID
      try other.change(id, ["text": "theirs"])
      message.setValue(Self.large(2), forKey: "picture")
      #expect(failure { try stage.context.save() }?.code == 133020)
      #expect(stage.files.count == 1)
      #expect(try stage.stored(message) == Self.large())
    }
  }

  @Test func `batches put and remove files too`() throws {
    let stage = try Stage()
    try stage.context.performAndWait {
      let insert = NSBatchInsertRequest(
        entityName: "Message", objects: [["text": "a", "picture": Self.large()]])
      _ = try stage.context.execute(insert)
      #expect(stage.files == [300_000])
      let update = NSBatchUpdateRequest(entityName: "Message")
      update.propertiesToUpdate = ["picture": Self.large(2)]
      _ = try stage.context.execute(update)
      #expect(stage.files == [300_000])
      let found = try stage.context.fetch(NSFetchRequest<Message>(entityName: "Message"))
      #expect(found.map { $0.value(forKey: "picture") as? Data } == [Self.large(2)])
      let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Message")
      _ = try stage.context.execute(NSBatchDeleteRequest(fetchRequest: fetch))
      #expect(stage.files == [])
    }
  }

  @Test func `a pinned context still reads the file of a deleted row`() throws {
    let stage = try Stage()
    let pinned = stage.stack.context("pinned")
    try stage.context.performAndWait {
      let message = try stage.add(Self.large())
      let id = message.objectID
      try pinned.performAndWait {
        try pinned.setQueryGenerationFrom(.current)
        _ = try pinned.count(for: NSFetchRequest<Message>(entityName: "Message"))
      }
      stage.context.delete(message)
      try stage.context.save()
      try pinned.performAndWait {
        let seen = try pinned.existingObject(with: id).value(forKey: "picture") as? Data
        #expect(seen == Self.large())
        try pinned.setQueryGenerationFrom(nil)
      }
      _ = try stage.add(nil)
      #expect(stage.files == [])
    }
  }

  @Test func `what was orphaned by a crash goes when the store is opened`() throws {
    let stage = try Stage()
    let store = stage.stack.coordinator.persistentStores[0]
    try stage.context.performAndWait { _ = try stage.add(Self.large()) }
    let folder = stage.url.deletingLastPathComponent()
      .appendingPathComponent(".chat.sqlite_SUPPORT/_EXTERNAL_DATA")
    let url = stage.url
    try stage.stack.coordinator.remove(store)
    let orphan = folder.appendingPathComponent(UUID().uuidString)
    try Self.large(9).write(to: orphan)
    let again = NSPersistentStoreCoordinator(managedObjectModel: stage.stack.model)
    try again.addPersistentStore(type: .sqlite, at: url)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    #expect(!FileManager.default.fileExists(atPath: orphan.path))
  }

  @Test func `only whether there is a value can be asked of the store`() throws {
    let stage = try Stage()
    try stage.context.performAndWait {
      _ = try stage.add(Self.large())
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "picture != nil")
      #expect(try stage.context.fetch(request).count == 1)
      request.predicate = NSPredicate(format: "picture == %@", Self.large() as NSData)
      let error = failure { _ = try stage.context.fetch(request) }
      #expect(error?.code == 134060)
      #expect(error?.localizedDescription.contains("picture") == true)
    }
  }

  @Test func `stores of one name and two extensions keep their large values apart`() throws {
    let stage = try Stage()
    let twin = stage.url.deletingPathExtension().appendingPathExtension("db")
    /// The pictures of a store that is opened only to read them, or to add one first.
    func pictures(at url: URL, adding new: Data? = nil) throws -> [Data?] {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.stack.model)
      let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
      let context = NSManagedObjectContext(.privateQueue)
      context.persistentStoreCoordinator = coordinator
      defer { try? coordinator.remove(store) }
      return try context.performAndWait {
        if let new { context.insert("Message", ["picture": new]) }
        try context.save()
        let found = try context.fetch(NSFetchRequest<Message>(entityName: "Message"))
        return found.map { $0.value(forKey: "picture") as? Data }
      }
    }
    try stage.context.performAndWait { _ = try stage.add(Self.large(1)) }
    #expect(try pictures(at: twin, adding: Self.large(2)) == [Self.large(2)])
    // Opening tidies up, and destroying takes everything along, for one store only.
    #expect(try pictures(at: twin) == [Self.large(2)])
    #expect(try pictures(at: stage.url) == [Self.large(1)])
    try stage.stack.coordinator.destroyPersistentStore(at: twin, type: .sqlite)
    #expect(try pictures(at: stage.url) == [Self.large(1)])
    #expect(stage.files == [300_000])
  }

  @Test func `files in Apple's folder are read, and go with their values`() throws {
    let stage = try Stage()
    try stage.context.performAndWait {
      let message = try stage.add(Self.large())
      let folder = stage.url.deletingLastPathComponent()
      let apples = folder.appendingPathComponent(".chat_SUPPORT")
      try FileManager.default.moveItem(
        at: folder.appendingPathComponent(".chat.sqlite_SUPPORT"), to: apples)
      func count() throws -> Int {
        try FileManager.default.contentsOfDirectory(
          atPath: apples.appendingPathComponent("_EXTERNAL_DATA").path
        ).count
      }
      #expect(try stage.stored(message) == Self.large())
      #expect(try count() == 1)
      stage.context.delete(message)
      try stage.context.save()
      #expect(try count() == 0)
    }
  }
}
