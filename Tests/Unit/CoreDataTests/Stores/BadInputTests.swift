import Foundation
import Testing

@testable import CoreData

struct `Bad input to a SQLite store` {
  private func open(_ url: URL, options: [AnyHashable: Any]? = nil) throws -> NSPersistentStore {
    try NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
      .addPersistentStore(type: .sqlite, at: url, options: options)
  }

  /// The error of `body`; recorded as an issue when there is none.
  private func error(_ body: () throws -> Void) -> CocoaError? {
    do {
      try body()
      Issue.record("no error")
      return nil
    } catch { return error as? CocoaError }
  }

  private func rename(_ row: Row, _ stage: StoreStage, to name: String) -> StoreChanges {
    var changes = StoreChanges()
    changes.updates = [stage.update(row, "name", .text(name))]
    return changes
  }

  @Test func `a file that is no database is named and left alone`() throws {
    let stage = try StoreStage(.inMemory)
    let url = stage.folder.appendingPathComponent("note.txt")
    let text = String(repeating: "Dear diary, ", count: 100)
    try text.write(to: url, atomically: true, encoding: .utf8)
    let error = error { _ = try open(url) }
    #expect(error?.code == .fileReadCorruptFile)
    #expect(error?.localizedDescription.contains(url.path) == true)
    #expect(error?.userInfo[NSSQLiteErrorDomain] as? Int == 26)
    #expect(try String(contentsOf: url, encoding: .utf8) == text)
  }

  @Test func `a database of another program is left alone`() throws {
    let stage = try StoreStage(.inMemory)
    let url = stage.folder.appendingPathComponent("other.sqlite")
    try PlainDatabase(url).run("CREATE TABLE song (title)")
    #expect(error { _ = try open(url) }?.code == .persistentStoreIncompatibleSchema)
    #expect(try PlainDatabase(url).number("SELECT COUNT(*) FROM sqlite_schema") == 1)
  }

  @Test func `a truncated store is refused`() throws {
    let stage = try StoreStage(.sqliteFile)
    try stage.insert("Room", (0..<500).map { ["name": .text("room number \($0)")] })
    try stage.coordinator.remove(stage.store)
    let url = try #require(stage.store.url)
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: handle.seekToEnd() / 2)
    try handle.close()
    #expect(error { _ = try open(url) }?.code == .fileReadCorruptFile)
  }

  @Test func `a read-only store is read, and refuses to save`() throws {
    let stage = try StoreStage(.sqliteFile)
    try stage.insert("Room", [["name": .text("a")]])
    let other = try SecondCoordinator(of: stage, options: [NSReadOnlyPersistentStoreOption: true])
    let room = stage.entity("Room")
    let row = try #require(try other.store.rows.rows(matching: StoreQuery(entity: room)).first)
    #expect(row["name"] == .text("a"))
    #expect(error { try other.rename(row, to: "b") }?.code == .fileWriteNoPermission)
    #expect(error { _ = try other.coordinator.storeForInsertion(of: room) } != nil)
  }

  @Test func `a folder that is not there is named`() throws {
    let url = URL(fileURLWithPath: "/nowhere/at/all/chat.sqlite")
    let error = error { _ = try open(url) }
    #expect(error?.code == .persistentStoreOpen)
    #expect(error?.localizedDescription.contains("/nowhere/at/all") == true)
  }

  @Test func `a store whose folder vanished refuses to save until it is back`() throws {
    let stage = try StoreStage(.sqliteFile)
    let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
    let away = stage.folder.appendingPathExtension("away")
    try FileManager.default.moveItem(at: stage.folder, to: away)
    let changes = rename(row, stage, to: "b")
    #expect(error { try stage.save(changes) }?.code == .persistentStoreSave)
    try FileManager.default.moveItem(at: away, to: stage.folder)
    try stage.save(changes)
    #expect(try stage.all("Room").map { $0["name"] } == [.text("b")])
  }

  @Test(arguments: RuntimeKind.both)
  func `N5: a full disk stops a save as a whole; with room the same save succeeds`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try StoreStage(
        .sqliteFile, options: [NSSQLitePragmasOption: ["max_page_count": 40]])
      let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      let long = String(repeating: "x", count: 1000)
      var changes = rename(row, stage, to: "b")
      let ids = try stage.rows.allocateIDs(for: stage.entity("Member"), count: 500)
      changes.insertions = ids.map {
        StoreChanges.Insertion(id: $0, values: [.text(long)], members: [])
      }
      let failure = error { try stage.save(changes) }
      #expect(failure?.code == .fileWriteOutOfSpace)
      #expect(failure?.localizedDescription.contains("saving") == true)
      #expect(try stage.all("Member").isEmpty)
      #expect(try stage.all("Room").map(\.version) == [1])
      #expect(try stage.rows.row(for: row.id, maximumAge: nil)?.version == 1)
      let store = try #require(stage.store.backend as? SQLiteStore)
      try store.pool.write { try $0.execute("PRAGMA max_page_count = 100000", doing: "testing") }
      try stage.save(changes)
      #expect(try stage.all("Member").count == 500)
      #expect(try stage.all("Room").map(\.version) == [2])
    }
  }

  @Test func `waiting for another connection's lock ends, and says so`() throws {
    let stage = try StoreStage(.sqliteFile, options: [NSPersistentStoreTimeoutOption: 0.01])
    let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
    let other = try PlainDatabase(stage.store.url)
    try other.run("BEGIN IMMEDIATE")
    let changes = rename(row, stage, to: "b")
    let failure = error { try stage.save(changes) }
    #expect(failure?.code == .persistentStoreTimeout)
    #expect(failure?.localizedDescription.contains("0.01 seconds") == true)
    #expect(try stage.all("Room").map(\.version) == [1])
    try other.run("ROLLBACK")
    try stage.save(changes)
  }
}
