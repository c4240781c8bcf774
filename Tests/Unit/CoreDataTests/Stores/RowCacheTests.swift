import Foundation
import Interleaving
import Testing

@testable import CoreData

struct `The row cache` {
  private func statements(_ stage: StoreStage, _ body: () throws -> Void) throws -> Int {
    let journal = try #require(stage.store.backend as? SQLiteStore).journal
    let before = journal.count
    try body()
    return journal.count - before
  }

  @Test(arguments: RuntimeKind.both)
  func `F3: a row that was read once is read again without SQL`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      let count = try statements(stage) {
        let one = try stage.rows.row(for: row.id, maximumAge: nil)
        let all = try stage.rows.rows(for: [row.id], maximumAge: nil)
        #expect(one === row && all.first === row)
      }
      #expect(count == 0)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `F4: another coordinator's change is seen by a fetch, not by the cache`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      try SecondCoordinator(of: stage).rename(row, to: "b")
      #expect(try stage.rows.row(for: row.id, maximumAge: nil)?["name"] == .text("a"))
      #expect(try stage.all("Room").map { $0["name"] } == [.text("b")])
      #expect(try stage.rows.row(for: row.id, maximumAge: nil)?["name"] == .text("b"))
    }
  }

  @Test func `F7: a cached row is used up to its age, and read anew behind it`() throws {
    let report = runOnce("staleness") { runtime in
      let stage = try StoreStage(.sqliteFile)
      let row = try #require(try stage.insert("Room", [["name": .text("old")]]).first)
      try PlainDatabase(stage.store.url).run("UPDATE ZROOM SET ZNAME = 'new'")
      runtime.spend(.seconds(10), "waits")
      func name(_ age: TimeInterval?) throws -> Value? {
        try stage.rows.row(for: row.id, maximumAge: age)?["name"]
      }
      #expect(try name(nil) == .text("old"))
      #expect(try name(11) == .text("old"))
      #expect(try name(10) == .text("new"))
      #expect(try name(nil) == .text("new"))
    }
    #expect(report.failures.isEmpty)
  }

  @Test(arguments: RuntimeKind.both)
  func `F7: an age of zero always asks the store`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      let count = try statements(stage) {
        _ = try stage.rows.row(for: row.id, maximumAge: 0)
        _ = try stage.rows.rows(for: [row.id], maximumAge: 0)
      }
      #expect(count == 2)
    }
  }

  private func rows(_ keys: ClosedRange<Int64>) throws -> [Row] {
    let room = try StoreStage(.inMemory).entity("Room")
    return keys.map { key in
      Row(
        id: NSManagedObjectID(entity: room, key: .row(key), storeUUID: "s"), version: 1, values: [])
    }
  }

  @Test func `beyond its capacity it forgets the oldest rows`() throws {
    let cache = RowCache(capacity: 512)
    let rows = try rows(1...1024)
    for part in [rows[..<512], rows[512...]] {
      var reading = cache.reading(at: 0)
      cache.keep(part, from: &reading)
    }
    #expect(cache.row(for: rows[0].id) == nil)
    #expect(cache.row(for: rows[1023].id) === rows[1023])
    #expect(cache.count <= 512)
  }

  @Test func `a fetch of more rows than fit finds the first ones again`() throws {
    let cache = RowCache(capacity: 512)
    let rows = try rows(1...2000)
    /// How many rows had to be read from the store.
    func fetchAll() -> Int {
      var (reading, count) = (cache.reading(at: 0), 0)
      for (row, key) in zip(rows, Int64(1)...2000) {
        let known = cache.row(of: row.scope.family, key: key, version: 1, in: &reading)
        if known != nil { continue }
        count += 1
        cache.keep([row], from: &reading)
      }
      return count
    }
    #expect((1...3).map { _ in fetchAll() } == [2000, 1488, 1488] as [Int])
    #expect(cache.count == 512)
  }

  @Test func `an endless import pushes out its own rows, not those that were read`() throws {
    let cache = RowCache()
    let rows = try rows(1...60_000)
    let (known, imported) = (rows.prefix(1_000), rows.dropFirst(2_000))
    var reading = cache.reading(at: 0)
    cache.keep(known, from: &reading)
    cache.commit(written: Array(imported), deleted: [], at: 0)
    #expect(known.allSatisfy { cache.row(for: $0.id) === $0 })
    #expect(cache.row(for: rows[2_000].id) == nil)
    #expect(cache.row(for: rows[59_999].id) === rows[59_999])
    #expect(cache.count <= 1_000 + 8_192)
  }

  @Test func `written rows that were read since are kept like others`() throws {
    let cache = RowCache()
    let rows = try rows(1...60_000)
    cache.commit(written: Array(rows.prefix(1_000)), deleted: [], at: 0)
    #expect(cache.row(for: rows[0].id) === rows[0])
    cache.commit(written: Array(rows.dropFirst(1_000)), deleted: [], at: 0)
    #expect(cache.row(for: rows[0].id) === rows[0])
    #expect(cache.row(for: rows[999].id) == nil)
  }

  @Test(arguments: [-1, -5, -64, -65, .min, .max] as [Int64])
  func `every number has a place of its own, although no row has it`(key: Int64) throws {
    let stage = try StoreStage(.inMemory)
    let cache = RowCache()
    func row(_ key: Int64) -> Row {
      let id = NSManagedObjectID(entity: stage.entity("Room"), key: .row(key), storeUUID: "s")
      return Row(id: id, version: 1, values: [])
    }
    let (one, neighbour) = (row(key), row(key & 63))
    cache.commit(written: [neighbour, one], deleted: [], at: 0)
    #expect(cache.row(for: one.id) === one && cache.row(for: neighbour.id) === neighbour)
    cache.forget([one.id])
    #expect(cache.row(for: one.id) == nil && cache.count == 1)
  }

  @Test func `rows read across a commit are not kept`() throws {
    let stage = try StoreStage(.inMemory)
    let cache = RowCache()
    let id = NSManagedObjectID(entity: stage.entity("Room"), key: .row(1), storeUUID: "s")
    var reading = cache.reading(at: 0)
    cache.commit(written: [Row(id: id, version: 2, values: [])], deleted: [], at: 0)
    cache.keep([Row(id: id, version: 1, values: [])], from: &reading)
    #expect(cache.row(for: id)?.version == 2)
  }

  @Test func `a fetch takes rows of an unchanged version from the cache`() throws {
    let stage = try StoreStage(.sqliteFile)
    let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
    #expect(try stage.all("Room").first === row)
    let file = try PlainDatabase(stage.store.url)
    try file.run("UPDATE ZROOM SET ZNAME = 'b'")
    #expect(try stage.all("Room").first?["name"] == .text("a"))
    try file.run("UPDATE ZROOM SET Z_OPT = Z_OPT + 1")
    #expect(try stage.all("Room").first?["name"] == .text("b"))
  }
}

func === (one: Row?, other: Row?) -> Bool {
  guard let one, let other else {
    if case (nil, nil) = (one, other) { return true } else { return false }
  }
  return one.isSame(as: other)
}

func !== (one: Row?, other: Row?) -> Bool { !(one === other) }
