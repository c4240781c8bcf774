import Foundation
import Testing

@testable import CoreData

struct `The files of a store` {
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ValueStack.model())

  private func error(_ body: () throws -> Void) -> CocoaError? {
    do {
      try body()
      Issue.record("no error")
      return nil
    } catch { return error as? CocoaError }
  }

  /// The kind of a file, as `stat` tells it.
  private func kind(_ url: URL) -> FileAttributeType? {
    (try? FileManager.default.attributesOfItem(atPath: url.path))?[.type] as? FileAttributeType
  }

  @Test func `replacing refuses a device, a folder and a pipe, and leaves them there`() throws {
    let stack = try ValueStack()
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appendingPathComponent("pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    let link = folder.appendingPathComponent("link")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: URL(fileURLWithPath: "/dev/zero"))
    for url in [URL(fileURLWithPath: "/dev/null"), folder, pipe, link] {
      let before = kind(url)
      let failure = error {
        try coordinator.replacePersistentStore(
          at: url, withPersistentStoreFrom: stack.url, type: .sqlite)
      }
      #expect(failure?.localizedDescription.contains(url.path) == true)
      #expect(kind(url) == before && before != nil)
    }
    for url in [folder, pipe, link] {
      _ = error { try coordinator.destroyPersistentStore(at: url, type: .sqlite) }
      #expect(kind(url) != nil)
    }
    try coordinator.destroyPersistentStore(at: URL(fileURLWithPath: "/dev/null"), type: .sqlite)
    #expect(kind(URL(fileURLWithPath: "/dev/null")) == .typeCharacterSpecial)
  }

  @Test func `replacing puts a copy in the place of a store, or where there is none`() throws {
    let source = try ValueStack()
    try source.context.performAndWait {
      source.insert(["text": "new"])
      try source.context.save()
    }
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("copy.sqlite")
    for _ in 0..<2 {
      try coordinator.replacePersistentStore(
        at: url, withPersistentStoreFrom: source.url, type: .sqlite)
      #expect(try PlainDatabase(url).text("SELECT ZTEXT FROM ZITEM") == "new")
    }
  }

  @Test func `destroying truncates the file, which stays`() throws {
    let stack = try ValueStack()
    try stack.context.performAndWait {
      stack.insert(["data": Data(repeating: 1, count: 100_000)])
      try stack.context.save()
    }
    let store = try #require(stack.coordinator.persistentStores.first)
    try stack.coordinator.remove(store)
    try coordinator.destroyPersistentStore(at: stack.url, type: .sqlite)
    #expect(FileManager.default.fileExists(atPath: stack.url.path))
    #expect(try PlainDatabase(stack.url).number("SELECT COUNT(*) FROM sqlite_schema") == 0)
    let size = try FileManager.default.attributesOfItem(atPath: stack.url.path)[.size] as? Int
    #expect((size ?? .max) <= 4096)
    try coordinator.addPersistentStore(type: .sqlite, at: stack.url)
  }

  @Test func `destroying a missing file leaves an empty one, which opens as a new store`() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try coordinator.destroyPersistentStore(at: url, type: .sqlite)
    #expect(try Data(contentsOf: url).isEmpty)
    try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
    let nowhere = url.appendingPathComponent("no such folder")
    try coordinator.destroyPersistentStore(at: nowhere, type: .sqlite)
    #expect(!FileManager.default.fileExists(atPath: nowhere.path))
  }

  @Test func `destroying a damaged store empties it`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("damaged.sqlite")
    try Data(repeating: 7, count: 10_000).write(to: url)
    try coordinator.destroyPersistentStore(at: url, type: .sqlite)
    try coordinator.addPersistentStore(type: .sqlite, at: url)
  }

  @Test func `an open store is destroyed only by force; then its context gets errors`() throws {
    let stack = try ValueStack()
    try stack.context.performAndWait {
      stack.insert(["text": "a"])
      try stack.context.save()
    }
    let refused = error { try coordinator.destroyPersistentStore(at: stack.url, type: .sqlite) }
    #expect(refused?.code == .persistentStoreOperation)
    try coordinator.destroyPersistentStore(
      at: stack.url, type: .sqlite, options: [NSPersistentStoreForceDestroyOption: true])
    #expect(try PlainDatabase(stack.url).number("SELECT COUNT(*) FROM sqlite_schema") == 0)
    stack.context.performAndWait {
      stack.insert(["text": "b"])
      #expect(throws: CocoaError.self) { try stack.context.save() }
    }
  }

  @Test(arguments: [1, 15, 99, 511])
  func `a file of a few bytes is damaged, not new, and is left as it is`(count: Int) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("short.sqlite")
    let bytes = Data(repeating: 0x53, count: count)
    try bytes.write(to: url)
    let failure = error { try coordinator.addPersistentStore(type: .sqlite, at: url) }
    #expect(failure?.code == .fileReadCorruptFile)
    #expect(try Data(contentsOf: url) == bytes)
  }

  @Test func `a row with an unknown entity number is an error that names it`() throws {
    let stack = try ValueStack()
    let plain = try PlainDatabase(stack.url)
    try plain.run("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (5, 77, 1)")
    stack.context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
      for asFaults in [true, false] {
        request.returnsObjectsAsFaults = asFaults
        let failure = error { _ = try stack.context.fetch(request) }
        #expect(failure?.code == .fileReadCorruptFile)
        #expect(failure?.localizedDescription.contains("77") == true)
      }
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
      ids.resultType = .managedObjectIDResultType
      #expect(error { _ = try stack.context.fetch(ids) }?.code == .fileReadCorruptFile)
      let url = "x-coredata://\(stack.coordinator.persistentStores[0].identifier!)/Item/p5"
      let id = stack.coordinator.managedObjectID(forURIRepresentation: URL(string: url)!)!
      #expect(
        error { _ = try stack.context.existingObject(with: id) }?.code == .fileReadCorruptFile)
    }
  }

  @Test func `a value that its column cannot have is an error that names it`() throws {
    let stack = try ValueStack()
    let plain = try PlainDatabase(stack.url)
    let bad = [
      "ZINT64 = 'seven'", "ZINT64 = 1.5", "ZREAL = 'x'", "ZTEXT = x'00'", "ZDATE = 'today'",
      "ZDATA = 5", "ZUUID = x'0102'", "ZPRICE = x'99'", "ZPRICE = 'dear'",
    ]
    for assignment in bad {
      try plain.run("DELETE FROM ZITEM")
      try plain.run("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (3, 1, 1)")
      try plain.run("UPDATE ZITEM SET \(assignment)")
      stack.context.performAndWait {
        for asFaults in [true, false] {
          stack.forgetEverything()
          let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
          request.returnsObjectsAsFaults = asFaults
          let failure = error { _ = try stack.context.fetch(request) }
          #expect(failure?.code == .fileReadCorruptFile, "\(assignment)")
          #expect(failure?.localizedDescription.contains("p3") == true, "\(assignment)")
        }
      }
    }
  }

  @Test func `a full disk is told as such while saving, with file and cause`() throws {
    let stack = try ValueStack(options: [NSSQLitePragmasOption: ["max_page_count": 20]])
    stack.context.performAndWait {
      for _ in 0..<20 { stack.insert(["data": Data(repeating: 9, count: 10_000)]) }
      let error = stack.failureOfSave()
      #expect(error?.code == .fileWriteOutOfSpace)
      #expect(error?.localizedDescription.contains("while saving") == true)
      #expect(error?.userInfo[NSFilePathErrorKey] as? String == stack.url.path)
      let cause = error?.userInfo[NSUnderlyingErrorKey] as? NSError
      #expect(cause?.domain == NSSQLiteErrorDomain && cause?.code == 13)
    }
  }

  @Test func `keys that find no room are told as a save, too`() throws {
    let stack = try ValueStack()
    let store = try #require(stack.coordinator.persistentStores.first?.backend as? SQLiteStore)
    stack.context.performAndWait {
      stack.insert(["text": "a"])
      #expect(throws: Never.self) {
        try store.pool.write { try $0.execute("PRAGMA query_only = 1", doing: "testing") }
      }
      let error = stack.failureOfSave()
      #expect(error?.localizedDescription.contains("while saving") == true)
    }
  }

  @Test func `pragma values are values`() throws {
    for pragmas: [String: Any] in [
      ["cache_size": "1; DROP TABLE ZITEM"], ["cache_size = 1; DROP TABLE ZITEM; --": "1"],
      ["no_such_pragma": 1], ["journal_mode": "DELETE; DROP TABLE ZITEM"],
    ] {
      let stack = try ValueStack()
      let again = NSPersistentStoreCoordinator(managedObjectModel: ValueStack.model())
      _ = try? again.addPersistentStore(
        type: .sqlite, at: stack.url, options: [NSSQLitePragmasOption: pragmas])
      let tables = try PlainDatabase(stack.url).number(
        "SELECT COUNT(*) FROM sqlite_schema WHERE name = 'ZITEM'")
      #expect(tables == 1, "\(pragmas)")
    }
    let failure = error {
      _ = try ValueStack(options: [NSSQLitePragmasOption: ["no_such_pragma": 1]])
    }
    #expect(failure?.localizedDescription.contains("no_such_pragma") == true)
    let stack = try ValueStack(
      options: [NSSQLitePragmasOption: ["journal_mode": "DELETE", "cache_size": 123]])
    let store = try #require(stack.coordinator.persistentStores.first?.backend as? SQLiteStore)
    let size = try store.pool.write {
      try $0.prepared("PRAGMA cache_size", doing: "testing").first { $0.integer(0) }
    }
    #expect(size == 123)
  }

  @Test func `equal texts are the same in memory, in SQL and to a save`() throws {
    let (composed, apart) = ("caf\u{e9}", "cafe\u{301}")
    for type in [NSPersistentStore.StoreType.sqlite, .inMemory] {
      let stack = try ValueStack(type)
      try stack.context.performAndWait {
        let object = stack.insert(["text": composed])
        try stack.context.save()
        object.setValue(apart, forKey: "text")
        #expect(object.hasPersistentChangedValues)
        try stack.context.save()
        stack.forgetEverything()
        let found = try #require(try stack.fetch().first?.value(forKey: "text") as? String)
        #expect(Array(found.unicodeScalars) == Array(apart.unicodeScalars))
        #expect(try stack.fetch(NSPredicate(format: "text == %@", apart)).count == 1)
        #expect(try stack.fetch(NSPredicate(format: "text == %@", composed)).isEmpty)
        #expect(try stack.fetch(NSPredicate(format: "text ==[d] %@", composed)).count == 1)
      }
    }
  }
}
