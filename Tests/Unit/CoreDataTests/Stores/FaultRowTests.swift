import Foundation
import Interleaving
import Testing

@testable import CoreData

/// What a fetch of faults leaves in the row cache: rows in few bytes, made whole when needed.
struct `The rows of faults` {
  private static let url = URL(string: "https://chat.example/a?b=c")!
  private static let uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))

  /// Notes and letters, which are notes with more to say: every type of attribute.
  private static func model() -> NSManagedObjectModel {
    let (note, letter, folder) = (
      NSEntityDescription(), NSEntityDescription(), NSEntityDescription()
    )
    (note.name, letter.name, folder.name) = ("Note", "Letter", "Folder")
    note.properties = [
      ChatModel.string("text"), ChatModel.attribute("count", .integer64AttributeType),
      ChatModel.attribute("size", .doubleAttributeType),
      ChatModel.attribute("date", .dateAttributeType),
      ChatModel.attribute("data", .binaryDataAttributeType),
      ChatModel.attribute("price", .decimalAttributeType),
      ChatModel.attribute("page", .URIAttributeType),
    ]
    letter.properties = [
      ChatModel.attribute("stamp", .UUIDAttributeType),
      ChatModel.attribute("seal", .transformableAttributeType),
    ]
    note.subentities = [letter]
    let (holder, held) = (NSRelationshipDescription(), NSRelationshipDescription())
    (holder.name, held.name) = ("folder", "notes")
    (holder.destinationEntity, held.destinationEntity) = (folder, note)
    holder.maxCount = 1
    (holder.inverseRelationship, held.inverseRelationship) = (held, holder)
    note.properties += [holder]
    folder.properties = [held]
    let model = NSManagedObjectModel()
    model.entities = [note, letter, folder]
    return model
  }

  private struct Stage {
    let stage: StoreStage
    let cache: RowCache
    init(_ model: NSManagedObjectModel = ChatModel.make()) throws {
      stage = try StoreStage(.sqliteFile, model: model)
      cache = (stage.rows as! SQLiteStore).cache
    }

    func faults(_ entity: String, _ adjust: (inout StoreQuery) -> Void = { _ in }) throws
      -> [Int64]
    {
      var query = StoreQuery(entity: stage.entity(entity))
      adjust(&query)
      return Array(try stage.rows.faults(matching: query, keepingRows: true))
    }
  }

  private static func everything(_ folder: NSManagedObjectID) -> [String: Value] {
    [
      "text": .text("Größe 😀"), "count": .integer(.min), "size": .real(-0.5),
      "date": .date(Date(timeIntervalSinceReferenceDate: 12.5)), "data": .data(Data([0, 255])),
      "price": .decimal(Decimal(string: "19.99")!), "page": .url(url),
      "folder": .reference(folder),
    ]
  }

  @Test func `a row that was packed comes back, value by value`() throws {
    let stage = try Stage(Self.model())
    let folder = try #require(try stage.stage.insert("Folder", [[:]]).first)
    let empty: [String: Value] = ["text": .text(""), "data": .data(Data())]
    let notes = try stage.stage.insert("Note", [Self.everything(folder.id), [:], empty])
    var more = Self.everything(folder.id)
    more["stamp"] = .uuid(Self.uuid)
    more["seal"] = .opaque(OpaqueValue(value: ["red"] as [String]))
    let letters = try stage.stage.insert("Letter", [more, [:]])
    stage.cache.forgetAll()
    #expect(try stage.faults("Note") == [1, 2, 3, 4, 5])
    #expect(stage.cache.count == 5)
    for row in notes + letters {
      let kept = try #require(stage.cache.row(for: row.id))
      #expect(kept.values == row.values && kept.version == 1 && kept.id == row.id)
      #expect(kept.id.entity === row.id.entity)
      #expect(stage.cache.row(for: row.id) === kept)
    }
  }

  @Test func `rows that one fetch packed are unpacked although another knew fewer entities`() throws
  {
    let stage = try Stage(Self.model())
    let note = try #require(try stage.stage.insert("Note", [["text": .text("a")]]).first)
    let letter = try #require(try stage.stage.insert("Letter", [["text": .text("b")]]).first)
    for order in [["Note", "Letter"], ["Letter", "Note"]] {
      stage.cache.forgetAll()
      for entity in order { _ = try stage.faults(entity) { $0.limit = 1 } }
      #expect(stage.cache.row(for: note.id)?["text"] == .text("a"))
      #expect(stage.cache.row(for: letter.id)?["text"] == .text("b"))
    }
  }

  @Test func `fetches that overlap leave each row once, in any order`() throws {
    let stage = try Stage()
    let rows = try stage.stage.insert(
      "Room", (0..<200).map { ["name": .text("room \($0 * 7 % 200)")] })
    stage.cache.forgetAll()
    let names = [NSSortDescriptor(key: "name", ascending: false)]
    _ = try stage.faults("Room") { $0.limit = 10 }
    _ = try stage.faults("Room") { ($0.sortDescriptors, $0.limit) = (names, 50) }
    let keys = try stage.faults("Room") { $0.sortDescriptors = names }
    #expect(keys.sorted() == rows.map(\.id.number))
    #expect(stage.cache.count == 200)
    for row in rows { #expect(stage.cache.row(for: row.id)?["name"] == row["name"]) }
    #expect(stage.cache.count == 200)
  }

  @Test func `a fetch of faults replaces what others have changed, and nothing else`() throws {
    let stage = try Stage()
    let rows = try stage.stage.insert("Room", [["name": .text("a")], ["name": .text("b")]])
    try PlainDatabase(stage.stage.store.url)
      .run("UPDATE ZROOM SET ZNAME = 'new', Z_OPT = Z_OPT + 1 WHERE Z_PK = 2")
    _ = try stage.faults("Room")
    #expect(stage.cache.row(for: rows[0].id) === rows[0])
    #expect(stage.cache.row(for: rows[1].id)?["name"] == .text("new"))
    #expect(stage.cache.row(for: rows[1].id)?.version == 2)
  }

  @Test func `a fetch of faults makes unchanged rows young again`() throws {
    let report = runOnce("age of packed rows") { runtime in
      let stage = try Stage()
      let row = try #require(try stage.stage.insert("Room", [["name": .text("a")]]).first)
      stage.cache.forgetAll()
      for _ in 0..<2 {
        runtime.spend(.seconds(10), "waits")
        _ = try stage.faults("Room")
        let now = runtime.now / .seconds(1)
        #expect(stage.cache.row(for: row.id, now: now, maximumAge: 1) != nil)
        #expect(stage.cache.row(for: row.id, now: now + 2, maximumAge: 1) == nil)
      }
    }
    #expect(report.failures.isEmpty)
  }

  @Test func `packed rows that a save replaces or deletes are gone`() throws {
    let stage = try Stage()
    let rows = try stage.stage.insert("Room", [["name": .text("a")], ["name": .text("b")]])
    stage.cache.forgetAll()
    _ = try stage.faults("Room")
    var changes = StoreChanges()
    changes.updates = [stage.stage.update(rows[0], "name", .text("c"))]
    changes.deletions = [StoreChanges.Deletion(id: rows[1].id, base: rows[1])]
    try stage.stage.save(changes)
    #expect(stage.cache.row(for: rows[0].id)?["name"] == .text("c"))
    #expect(stage.cache.row(for: rows[1].id) == nil)
    #expect(stage.cache.count == 1)
  }
}
