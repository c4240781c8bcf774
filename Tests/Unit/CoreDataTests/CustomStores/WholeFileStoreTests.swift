import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Stores that are read and written as a whole: binary, XML, and one of the tests' own (facts Q2,
/// Q7). They run one after another, because the classes of stores belong to the process.
@Suite(.serialized) struct WholeFileStoreTests {
  typealias StoreType = NSPersistentStore.StoreType
  static let lines = StoreType(rawValue: LineStore.type)
  static let types = [StoreType.binary, .xml, lines]

  init() { NSPersistentStoreCoordinator.registerStoreClass(LineStore.self, type: Self.lines) }

  private func make(
    _ type: StoreType, at url: URL, model: NSManagedObjectModel = ChatModel.make(),
    options: [AnyHashable: Any]? = nil
  ) throws -> ForeignStack {
    try ForeignStack(model: model, url: url, type: type, options: options)
  }

  private func inFolder(_ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("chat.store"))
  }

  @Test(arguments: types, RuntimeKind.both)
  func `Q2, Q7: what is saved survives reopening, with relationships and IDs`(
    type: StoreType, kind: RuntimeKind
  ) throws {
    try inFolder { url in
      try kind.run {
        let first = try make(type, at: url)
        let context = first.context()
        let uri = try context.performAndWait {
          let room = context.insert("Room", ["name": "lobby"])
          let gone = context.insert("Message", ["text": "gone", "room": room])
          for text in ["a", "b"] { context.insert("Message", ["text": text, "room": room]) }
          let member = context.insert("Member", ["name": "Ada"])
          room.setValue(Set([member]), forKey: "members")
          try context.save()
          context.delete(gone)
          room["topic"] = "all"
          try context.save()
          return room.objectID.uriRepresentation()
        }
        try first.close()
        let again = try make(type, at: url).context()
        try again.performAndWait {
          let id = again.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
          let room = try again.existingObject(with: try #require(id))
          #expect(room["name"] == "lobby" && room["topic"] == "all")
          let messages = room.value(forKey: "messages") as? Set<NSManagedObject> ?? []
          #expect(messages.compactMap { $0["text"] }.sorted() == ["a", "b"])
          let members = room.value(forKey: "members") as? Set<NSManagedObject> ?? []
          #expect(members.compactMap { $0["name"] } == ["Ada"])
        }
      }
    }
  }

  @Test(arguments: [StoreType.binary, .xml])
  func `Q2: every value is exact`(type: StoreType) throws {
    try RuntimeKind.inBoth {
      try inFolder { url in
        let model = ChatModel.make {
          $0["Room"]!.properties += [
            ChatModel.attribute("real", .doubleAttributeType),
            ChatModel.attribute("amount", .decimalAttributeType),
            ChatModel.attribute("key", .UUIDAttributeType),
            ChatModel.attribute("data", .binaryDataAttributeType),
            ChatModel.attribute("page", .URIAttributeType),
            ChatModel.attribute("big", .integer64AttributeType),
            ChatModel.attribute("when", .dateAttributeType),
            ChatModel.attribute("list", .transformableAttributeType),
          ]
        }
        let values: [String: any Equatable] = [
          "name": "tab\u{1}null\u{0}e\u{301}\r\n<&>", "real": 0.1 + 0.2,
          "amount": NSDecimalNumber(string: "12345678901234567890.123456789"), "key": UUID(),
          "data": Data([0, 255, 10]), "page": URL(string: "https://example.com/?a=b%20c")!,
          "big": Int.min, "when": Date(timeIntervalSinceReferenceDate: 1.000_000_1),
          "list": ["x", "y"] as NSArray,
        ]
        let first = try make(type, at: url, model: model)
        let context = first.context()
        try context.performAndWait {
          context.insert("Room", values)
          try context.save()
        }
        try first.close()
        let again = try make(type, at: url, model: model).context()
        try again.performAndWait {
          let room = try #require(
            try again.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room")).first)
          for (name, value) in values {
            #expect(
              (room.value(forKey: name) as? NSObject) == (value as? NSObject)
                || "\(room.value(forKey: name)!)" == "\(value)", "\(name)")
          }
        }
      }
    }
  }

  @Test(arguments: types)
  func `a save that cannot be written changes neither the file nor the store`(
    type: StoreType
  ) throws {
    try inFolder { url in
      let stack = try make(type, at: url)
      let context = stack.context()
      try context.performAndWait {
        context.insert("Room", ["name": "lobby"])
        try context.save()
        let before = try Data(contentsOf: url)
        let folder = url.deletingLastPathComponent().path
        LineStore.isFull.isOn = true
        // Root may write into any folder: there the temporary file is made impossible.
        try FileManager.default.createDirectory(
          atPath: "\(url.path)-new-\(getpid())/x", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: "\(url.path)-new-\(getpid())") }
        context.insert("Room", ["name": "attic"])
        #expect(throws: (any Error).self) { try context.save() }
        LineStore.isFull.isOn = false
        #expect(try Data(contentsOf: url) == before, "\(folder)")
        #expect(context.hasChanges)
        let other = stack.context()
        try other.performAndWait {
          let count = try other.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room"))
          #expect(count == 1)
        }
        try FileManager.default.removeItem(atPath: "\(url.path)-new-\(getpid())")
        try context.save()
      }
      try stack.close()
      let again = try make(type, at: url).context()
      try again.performAndWait {
        let count = try again.count(for: NSFetchRequest<NSManagedObject>(entityName: "Room"))
        #expect(count == 2)
      }
    }
  }

  @Test(arguments: [StoreType.binary, .xml])
  func `a damaged file is the error 259, or gives what was written`(type: StoreType) throws {
    try inFolder { url in
      let stack = try make(type, at: url)
      let context = stack.context()
      try context.performAndWait {
        let room = context.insert("Room", ["name": "lobby"])
        context.insert("Message", ["text": "hello", "room": room])
        try context.save()
      }
      try stack.close()
      let sound = try Data(contentsOf: url)
      var refused = 0
      for place in stride(from: 0, to: sound.count, by: 7) {
        var data = sound
        data[place] ^= 1 << UInt8(place % 8)
        try data.write(to: url)
        do { try make(type, at: url).close() } catch let error as CocoaError {
          refused += 1
          // A file whose hashes were hit was written with another model, as far as anybody knows.
          let codes: [CocoaError.Code] = [
            .fileReadCorruptFile, .persistentStoreIncompatibleVersionHash,
            .persistentStoreOperation,
          ]
          #expect(codes.contains(error.code), "\(error)")
          if type == .binary { #expect(error.code == .fileReadCorruptFile) }
        }
      }
      for size in [1, 20, sound.count / 2, sound.count - 30] {
        try sound.prefix(size).write(to: url)
        #expect(throws: CocoaError.self) { try make(type, at: url) }
      }
      if type == .binary { #expect(refused == (sound.count + 6) / 7) }
    }
  }

  @Test(arguments: [StoreType.binary, .xml])
  func `Q1, Q3: versions, conflicts and constraints hold; batches do not`(type: StoreType) throws {
    try RuntimeKind.inBoth {
      try inFolder { url in
        let model = ChatModel.make { $0["Room"]!.uniquenessConstraints = [["name"]] }
        let stack = try make(type, at: url, model: model)
        let (one, other) = (stack.context(), stack.context())
        let id = try one.performAndWait {
          let room = one.insert("Room", ["name": "lobby"])
          try one.save()
          return room.objectID
        }
        try other.performAndWait {
          let room = try other.existingObject(with: id)
          try one.change(id, ["topic": "theirs"])
          room["topic"] = "mine"
          #expect { try other.save() } throws: { ($0 as? CocoaError)?.code == .managedObjectMerge }
          other.reset()
          other.insert("Room", ["name": "lobby"])
          #expect { try other.save() } throws: {
            ($0 as? CocoaError)?.code == .managedObjectConstraintMerge
          }
          other.reset()
          #expect {
            try other.execute(NSBatchUpdateRequest(entityName: "Room"))
          } throws: {
            ($0 as? CocoaError)?.code == .persistentStoreUnsupportedRequestType
          }
        }
      }
    }
  }

  @Test(arguments: [StoreType.binary, .xml])
  func `R1: a store of another model is refused, read-only allows no save, metadata are kept`(
    type: StoreType
  ) throws {
    try RuntimeKind.inBoth {
      try inFolder { url in
        let stack = try make(type, at: url)
        stack.store.metadata = ["note": "kept"]
        try stack.close()
        let found = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: type, at: url)
        #expect(found["note"] as? String == "kept")
        #expect(found[NSStoreTypeKey] as? String == type.rawValue)
        let changed = ChatModel.make { $0["Room"]!.properties += [ChatModel.string("motto")] }
        #expect { try make(type, at: url, model: changed) } throws: {
          ($0 as? CocoaError)?.code == .persistentStoreIncompatibleVersionHash
        }
        let reader = try make(type, at: url, options: [NSReadOnlyPersistentStoreOption: true])
        let context = reader.context()
        context.performAndWait {
          context.insert("Room")
          #expect(throws: CocoaError.self) { try context.save() }
        }
        try reader.close()
        try reader.coordinator.destroyPersistentStore(at: url, type: type)
        #expect(!FileManager.default.fileExists(atPath: url.path))
      }
    }
  }
}
