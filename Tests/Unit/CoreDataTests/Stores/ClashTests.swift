import Foundation
import Testing

@testable import CoreData

struct `Clashes in a save` {
  @Test(arguments: RuntimeKind.both, StoreKind.allCases)
  func `K2: a sibling's save is found in the cache, the store is not asked`(
    runtime: RuntimeKind, kind: StoreKind
  ) throws {
    try runtime.run {
      let stage = try StoreStage(kind)
      let base = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      var changes = StoreChanges()
      changes.updates = [stage.update(base, "name", .text("theirs"))]
      try stage.save(changes)
      changes.updates = [stage.update(base, "name", .text("mine"))]
      let clash = try #require(firstClash(in: changes, stage))
      #expect(clash.base === base)
      #expect(clash.cached?["name"] == .text("theirs"))
      #expect(clash.persisted == nil)
      #expect(!clash.isDeleted)
      #expect(try stage.all("Room").first?["name"] == .text("theirs"))
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K2: another coordinator's save is found in the store`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let base = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      let other = try SecondCoordinator(of: stage)
      try other.rename(base, to: "theirs")
      var changes = StoreChanges()
      changes.updates = [stage.update(base, "name", .text("mine"))]
      let clash = try #require(firstClash(in: changes, stage))
      #expect(clash.cached == nil)
      let theirs = try #require(clash.persisted)
      #expect(theirs["name"] == .text("theirs"))
      // On top of what the other one saved there is no clash, though the cached row is older.
      changes.updates = [stage.update(theirs, "name", .text("mine"))]
      try stage.save(changes)
      #expect(try stage.all("Room").map { $0["name"] } == [.text("mine")])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `an update of a deleted row clashes with nothing`(kind: StoreKind) throws {
    let stage = try StoreStage(kind)
    let base = try #require(try stage.insert("Room", [[:]]).first)
    var changes = StoreChanges()
    changes.deletions = [StoreChanges.Deletion(id: base.id, base: base)]
    try stage.save(changes)
    changes = StoreChanges()
    changes.updates = [stage.update(base, "name", .text("mine"))]
    let clash = try #require(firstClash(in: changes, stage))
    #expect(clash.isDeleted && clash.cached == nil && clash.persisted == nil)
  }

  @Test(arguments: RuntimeKind.both, StoreKind.allCases)
  func `K3: an unchanged row is checked when it is locked, and only then`(
    runtime: RuntimeKind, kind: StoreKind
  ) throws {
    try runtime.run {
      let stage = try StoreStage(kind)
      let rooms = try stage.insert("Room", [[:], [:]])
      var theirs = StoreChanges()
      theirs.updates = [stage.update(rooms[0], "name", .text("theirs"))]
      try stage.save(theirs)
      var mine = StoreChanges()
      mine.updates = [stage.update(rooms[1], "name", .text("mine"))]
      mine.locked = [rooms[0]]
      #expect(firstClash(in: mine, stage)?.id == rooms[0].id)
      mine.locked = []
      try stage.save(mine)
    }
  }

  @Test(arguments: RuntimeKind.both, StoreKind.allCases)
  func `N5: a save that is given up writes nothing`(
    runtime: RuntimeKind, kind: StoreKind
  ) throws {
    try runtime.run {
      let stage = try StoreStage(kind)
      let base = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
      var theirs = StoreChanges()
      theirs.updates = [stage.update(base, "name", .text("theirs"))]
      try stage.save(theirs)
      var mine = StoreChanges()
      let id = try #require(try stage.rows.allocateIDs(for: stage.entity("Member"), count: 1).first)
      mine.insertions = [StoreChanges.Insertion(id: id, values: [.text("new")], members: [])]
      mine.updates = [stage.update(base, "name", .text("mine"))]
      #expect(throws: Clashed.self) { try stage.save(mine) }
      #expect(try stage.all("Member").isEmpty)
      #expect(try stage.all("Room").map(\.version) == [2])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a resolved clash writes what the policy answered`(kind: StoreKind) throws {
    let stage = try StoreStage(kind)
    let base = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
    var theirs = StoreChanges()
    theirs.updates = [stage.update(base, "topic", .text("theirs"))]
    try stage.save(theirs)
    var mine = StoreChanges()
    mine.updates = [stage.update(base, "name", .text("mine"))]
    let saved = try stage.rows.save(mine) { clash, _ in
      guard case .versions(let clashes) = clash, let cached = clashes.first?.cached else {
        throw Clashed(clash: clash)
      }
      var changes = StoreChanges()
      changes.updates = [stage.update(cached, "name", .text("mine"))]
      return changes
    }
    let row = try #require(saved[base.id])
    #expect(row.version == 3)
    #expect(row["name"] == .text("mine") && row["topic"] == .text("theirs"))
    #expect(try stage.all("Room").first?.values == row.values)
  }

  private func firstClash(in changes: StoreChanges, _ stage: StoreStage) -> VersionClash? {
    do {
      try stage.save(changes)
      return nil
    } catch {
      guard case .versions(let clashes)? = (error as? Clashed)?.clash else { return nil }
      return clashes.first
    }
  }
}

/// A second coordinator on the file of a stage.
struct SecondCoordinator {
  let coordinator: NSPersistentStoreCoordinator
  let store: NSPersistentStore

  init(of stage: StoreStage, options: [AnyHashable: Any]? = nil) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: stage.model)
    store = try coordinator.addPersistentStore(
      type: .sqlite, at: try #require(stage.store.url), options: options)
  }

  /// Renames the room of a row that the first coordinator read.
  func rename(_ row: Row, to name: String) throws {
    var values = row.values
    guard case .value(let slot)? = row.id.entity.layout.place(of: "name") else { return }
    values[slot] = .text(name)
    var changes = StoreChanges()
    changes.updates = [
      StoreChanges.Update(id: row.id, base: row, values: values, changedSlots: [slot], members: [])
    ]
    _ = try store.rows.save(changes) { clash, _ in throw Clashed(clash: clash) }
  }
}
