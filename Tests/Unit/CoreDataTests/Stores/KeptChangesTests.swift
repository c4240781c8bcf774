import Foundation
import Testing

@testable import CoreData

/// Whatever is wrong with a store, a failed save says what and where, the context keeps its
/// changes, and once the fault is mended the same context saves them.
final class `A context over a bad store` {
  private let folder: URL
  private var file: URL { folder.appendingPathComponent("chat.sqlite") }
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let first = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
    let store = try open(first)
    let context = makeContext(first)
    try context.performAndWait {
      context.insert("Room", ["name": "Lobby"])
      try context.save()
    }
    try first.remove(store)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  @discardableResult
  private func open(
    _ coordinator: NSPersistentStoreCoordinator, _ options: [AnyHashable: Any]? = nil
  ) throws -> NSPersistentStore {
    try coordinator.addPersistentStore(type: .sqlite, at: file, options: options)
  }

  private func makeContext(
    _ coordinator: NSPersistentStoreCoordinator
  ) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// The error of `body`, which has to be one and has to name the file.
  private func refusal(_ body: () throws -> Void) throws -> CocoaError {
    let error = try #require(throws: CocoaError.self, performing: body)
    #expect(error.localizedDescription.contains(file.path))
    return error
  }

  private func storedNames() throws -> [String] {
    let context = makeContext(coordinator)
    return try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
        .compactMap { $0["name"] }.sorted()
    }
  }

  /// A context with an unsaved change of the room in the store.
  private func contextWithRename() throws -> (NSManagedObjectContext, NSManagedObject) {
    let context = makeContext(coordinator)
    let room = try context.performAndWait {
      try #require(try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room")).first)
    }
    context.performAndWait { room["name"] = "Hall" }
    return (context, room)
  }

  /// Saves in vain and checks that the rename is as unsaved as before.
  private func refusedSave(
    _ context: NSManagedObjectContext, _ room: NSManagedObject
  ) throws -> CocoaError {
    try context.performAndWait {
      let error = try refusal { try context.save() }
      #expect(context.updatedObjects == [room])
      #expect(room["name"] == "Hall")
      #expect(room.committedValues(forKeys: ["name"])["name"] as? String == "Lobby")
      return error
    }
  }

  // MARK: Stores that cannot be opened

  /// What is wrong with the file, and what the error says of it.
  enum Fault: CaseIterable {
    case noDatabase, foreignDatabase, truncated, vanishedFolder, otherVersion

    var code: CocoaError.Code {
      switch self {
      case .noDatabase, .truncated: .fileReadCorruptFile
      case .foreignDatabase: .persistentStoreIncompatibleSchema
      case .vanishedFolder: .persistentStoreOpen
      case .otherVersion: .persistentStoreIncompatibleVersionHash
      }
    }

    var words: String {
      switch self {
      case .noDatabase, .truncated: "is not a sound SQLite database"
      case .foreignDatabase: "not one that Core Data made"
      case .vanishedFolder: "could not be opened"
      case .otherVersion: "another version of the model: Room changed"
      }
    }
  }

  /// Spoils the file; what is returned mends it.
  private func spoil(_ fault: Fault) throws -> () throws -> Void {
    let manager = FileManager.default
    let copy = folder.appendingPathExtension("copy")
    try manager.copyItem(at: folder, to: copy)
    let (folder, file) = (folder, file)
    try manager.removeItem(at: folder)
    if fault != .vanishedFolder {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    switch fault {
    case .noDatabase:
      try Data("Dear diary, ".utf8 + [UInt8](repeating: 32, count: 600)).write(to: file)
    case .foreignDatabase: try PlainDatabase(file).run("CREATE TABLE song (title)")
    case .truncated:
      let whole = try Data(contentsOf: copy.appendingPathComponent(file.lastPathComponent))
      try whole.prefix(whole.count / 2).write(to: file)
    case .vanishedFolder: break
    case .otherVersion:
      let model = ChatModel.make { $0["Room"]?.properties += [ChatModel.string("motto")] }
      let other = NSPersistentStoreCoordinator(managedObjectModel: model)
      try other.remove(try open(other))
    }
    return {
      try? manager.removeItem(at: folder)
      try manager.moveItem(at: copy, to: folder)
    }
  }

  @Test(arguments: Fault.allCases)
  func `a store that cannot be opened costs no change`(fault: Fault) throws {
    let mend = try spoil(fault)
    let context = makeContext(coordinator)
    context.performAndWait { _ = context.insert("Room", ["name": "Attic"]) }
    let error = try refusal { try open(coordinator) }
    #expect(error.code == fault.code)
    #expect(error.localizedDescription.contains(fault.words))
    context.performAndWait {
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(context.insertedObjects.map { $0["name"] } == ["Attic"])
    }
    try mend()
    try open(coordinator)
    try context.performAndWait { try context.save() }
    #expect(try storedNames() == ["Attic", "Lobby"])
  }

  // MARK: Stores that cannot be written

  @Test func `a read-only store refuses a save, and takes it once it may be written`() throws {
    let store = try open(coordinator, [NSReadOnlyPersistentStoreOption: true])
    let (context, room) = try contextWithRename()
    let error = try refusedSave(context, room)
    #expect(error.code == .fileWriteNoPermission)
    #expect(error.localizedDescription.contains("was opened read-only"))
    try coordinator.remove(store)
    try open(coordinator)
    try context.performAndWait { try context.save() }
    #expect(try storedNames() == ["Hall"])
  }

  @Test func `a store whose folder vanished takes the save when the folder is back`() throws {
    try open(coordinator)
    let (context, room) = try contextWithRename()
    let away = folder.appendingPathExtension("away")
    try FileManager.default.moveItem(at: folder, to: away)
    let error = try refusedSave(context, room)
    #expect(error.code == .persistentStoreSave)
    #expect(error.localizedDescription.contains("was deleted or moved"))
    try FileManager.default.moveItem(at: away, to: folder)
    try context.performAndWait { try context.save() }
    #expect(try storedNames() == ["Hall"])
  }

  @Test func `a disk that fills up in the middle of a save costs no change`() throws {
    let store = try open(coordinator, [NSSQLitePragmasOption: ["max_page_count": 40]])
    let (context, room) = try contextWithRename()
    let text = String(repeating: "x", count: 1000)
    context.performAndWait { for _ in 0..<500 { context.insert("Room", ["name": text]) } }
    try context.performAndWait {
      let error = try refusal { try context.save() }
      #expect(error.code == .fileWriteOutOfSpace)
      #expect(error.localizedDescription.contains("found no room on the disk while saving"))
      #expect(context.insertedObjects.count == 500)
      #expect(context.insertedObjects.allSatisfy { $0.objectID.isTemporaryID })
      #expect(context.updatedObjects == [room])
    }
    #expect(try storedNames() == ["Lobby"])
    let backend = try #require(store.backend as? SQLiteStore)
    try backend.pool.write { try $0.execute("PRAGMA max_page_count = 100000", doing: "testing") }
    try context.performAndWait { try context.save() }
    #expect(try storedNames().count == 501)
  }
}
