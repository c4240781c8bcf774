import Foundation
import Testing

@testable import CoreData

struct `Uniqueness in a store` {
  private func stage(_ kind: StoreKind) throws -> StoreStage {
    try StoreStage(kind, model: ChatModel.make { $0["Member"]!.uniquenessConstraints = [["name"]] })
  }

  private func clashes(_ stage: StoreStage, _ changes: StoreChanges) -> [UniquenessClash] {
    do {
      try stage.save(changes)
      return []
    } catch {
      guard case .uniqueness(let clashes)? = (error as? Clashed)?.clash else { return [] }
      return clashes
    }
  }

  private func insertions(_ stage: StoreStage, _ names: [String]) throws -> StoreChanges {
    var changes = StoreChanges()
    let ids = try stage.rows.allocateIDs(for: stage.entity("Member"), count: names.count)
    changes.insertions = zip(ids, names).map {
      StoreChanges.Insertion(id: $0, values: [.text($1)], members: [])
    }
    return changes
  }

  @Test(arguments: RuntimeKind.both, StoreKind.allCases)
  func `L3: two objects of one save collide without a row`(
    runtime: RuntimeKind, kind: StoreKind
  ) throws {
    try runtime.run {
      let stage = try stage(kind)
      let changes = try insertions(stage, ["Ann", "Bob", "Ann"])
      let found = clashes(stage, changes)
      #expect(found.map(\.claimants) == [[changes.insertions[0].id, changes.insertions[2].id]])
      #expect(found.first?.existing == nil)
      #expect(found.first?.values == ["name": .text("Ann")])
      #expect(try stage.all("Member").isEmpty)
    }
  }

  @Test(arguments: RuntimeKind.both, StoreKind.allCases)
  func `L3: one object collides with a row`(
    runtime: RuntimeKind, kind: StoreKind
  ) throws {
    try runtime.run {
      let stage = try stage(kind)
      let row = try #require(try stage.insert("Member", [["name": .text("Ann")]]).first)
      let changes = try insertions(stage, ["Ann"])
      let found = clashes(stage, changes)
      #expect(found.map(\.existing?.id) == [row.id])
      #expect(found.first?.constraint == ["name"])
    }
  }

  @Test(arguments: RuntimeKind.both, StoreKind.allCases)
  func `L7: a later change can collide too, and nil never does`(
    runtime: RuntimeKind, kind: StoreKind
  ) throws {
    try runtime.run {
      let stage = try stage(kind)
      let rows = try stage.insert(
        "Member", [["name": .text("Ann")], ["name": .text("Bob")], [:], [:]])
      var changes = StoreChanges()
      changes.updates = [stage.update(rows[1], "name", .text("Ann"))]
      #expect(clashes(stage, changes).map(\.claimants) == [[rows[1].id]])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `rows may swap their unique values, and take those of deleted rows`(kind: StoreKind) throws {
    let stage = try stage(kind)
    let rows = try stage.insert(
      "Member", ["Ann", "Bob", "Cid"].map { ["name": .text($0)] })
    var changes = try insertions(stage, ["Cid"])
    changes.updates = [
      stage.update(rows[0], "name", .text("Bob")), stage.update(rows[1], "name", .text("Ann")),
    ]
    changes.deletions = [StoreChanges.Deletion(id: rows[2].id, base: rows[2])]
    try stage.save(changes)
    #expect(
      try stage.all("Member").map { $0["name"] } == [.text("Bob"), .text("Ann"), .text("Cid")])
  }

  @Test(arguments: RuntimeKind.both, StoreKind.allCases)
  func `L1: every store here keeps constraints, in memory too`(
    runtime: RuntimeKind, kind: StoreKind
  ) throws {
    try runtime.run {
      let stage = try stage(kind)
      try stage.insert("Member", [["name": .text("Ann")]])
      #expect(clashes(stage, try insertions(stage, ["Bob", "Ann"])).count == 1)
      #expect(try stage.all("Member").map { $0["name"] } == [.text("Ann")])
    }
  }
}
