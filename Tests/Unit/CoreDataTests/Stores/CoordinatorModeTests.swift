import Foundation
import Interleaving
import Testing

@testable import CoreData

struct `Coordinator modes` {
  /// What a reader saw beside a writer, and whether it had to wait for it.
  private func readBesideWrite(
    _ mode: CoreDataBehaviour.CoordinatorMode, options: [AnyHashable: Any]? = nil
  ) throws -> Exploration {
    try explore("reader beside writer") { runtime in
      let stage = try StoreStage(.sqliteFile, options: options)
      stage.coordinator.behaviour.coordinatorMode = mode
      let room = try #require(try stage.insert("Room", [["name": .text("old")]]).first)
      runtime.uncheckedThread("writer") {
        var changes = StoreChanges()
        changes.updates = [stage.update(room, "name", .text("new"))]
        _ = try stage.coordinator.execute(
          .write, on: stage.store, .save(changes: ChangeCounts(inserted: 1)), rows: 1
        ) {
          try $0.save(changes) { clash, _ in throw Clashed(clash: clash) }
        }
      }
      runtime.uncheckedThread("reader") {
        let start = runtime.now
        let rows = try stage.coordinator.execute(
          .read, on: stage.store, .fetch(entity: "Room"), rows: 0
        ) {
          try $0.rows(matching: StoreQuery(entity: stage.entity("Room")))
        }
        let waited = runtime.now - start > stage.coordinator.behaviour.storeCosts.save
        let name = rows.first?["name"] == .text("old") ? "old" : "new"
        runtime.outcome("\(name), \(waited ? "waited" : "at once")")
      }
    }
  }

  @Test func `P2: in classic mode a read that comes later waits for the whole save`() throws {
    let result = try readBesideWrite(.classic)
    #expect(result.coverage == .exhaustive)
    #expect(result["old, at once"] == 1)
    #expect(result["new, waited"] == 1)
    #expect(result.schedules == 2)
  }

  @Test func `P4: in pooled mode a read never waits for the writer`() throws {
    let result = try readBesideWrite(.pooled)
    #expect(result["old, at once"] == 1)
    #expect(result["new, at once"] == 1)
    #expect(result.schedules == 2)
  }

  @Test func `P4: a pool of one is classic`() throws {
    let result = try readBesideWrite(
      .pooled, options: [NSPersistentStoreConnectionPoolMaxSizeKey: 1])
    #expect(result["new, waited"] == 1)
    #expect(result.schedules == 2)
  }

  @Test func `P7: a rollback journal makes the reader wait`() throws {
    let result = try readBesideWrite(
      .pooled, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
    #expect(result["old, at once"] == 1)
    #expect(result["new, waited"] == 1)
    #expect(result.schedules == 2)
  }

  @Test func `P5: two writers take turns, whatever the mode`() throws {
    for mode in [CoreDataBehaviour.CoordinatorMode.classic, .pooled] {
      let result = try explore("two writers") { runtime in
        let stage = try StoreStage(.sqliteFile)
        stage.coordinator.behaviour.coordinatorMode = mode
        let cost = stage.coordinator.behaviour.storeCosts.save
        var ends: [Duration] = []
        for name in ["A", "B"] {
          runtime.uncheckedThread(name) {
            try stage.coordinator.execute(
              .write, on: stage.store, .save(changes: ChangeCounts(inserted: 1)), rows: 0
            ) { _ in }
            ends.append(runtime.now)
          }
        }
        runtime.atEnd {
          let apart = ends[1] - ends[0] >= cost
          runtime.outcome(apart ? "one after the other" : "at the same time")
        }
      }
      #expect(result["one after the other"] == result.schedules)
      #expect(result.schedules == 2)
    }
  }

  @Test func `P6: a block on the coordinator's queue stalls all requests`() throws {
    for mode in [CoreDataBehaviour.CoordinatorMode.classic, .pooled] {
      let result = try explore("user block") { runtime in
        let stage = try StoreStage(.sqliteFile)
        stage.coordinator.behaviour.coordinatorMode = mode
        runtime.uncheckedThread("block") {
          stage.coordinator.performAndWait { runtime.spend(.seconds(1), "thinks") }
        }
        runtime.thread("reader") {
          try stage.coordinator.execute(.read, on: stage.store, .fetch(entity: "Room"), rows: 0) {
            _ in
          }
          runtime.outcome(runtime.now >= .seconds(1) ? "stalled" : "first")
        }
      }
      #expect(result["stalled"] > 0 && result["first"] > 0)
      #expect(result.outcomes.map(\.name).sorted() == ["first", "stalled"])
    }
  }

  @Test func `Q5: what lives in memory costs no time`() throws {
    let report = runOnce("in memory") { runtime in
      let stage = try StoreStage(.inMemory)
      try stage.coordinator.execute(
        .write, on: stage.store, .save(changes: ChangeCounts(inserted: 1)), rows: 1000
      ) { _ in }
      runtime.outcome("\(runtime.now == .zero)")
    }
    #expect(report.outcome == "true")
  }

  @Test func `only SQLite stores are pooled, and only among themselves`() throws {
    let stage = try StoreStage(.sqliteMemory)
    #expect(stage.coordinator.mode == .pooled)
    try stage.coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    #expect(stage.coordinator.mode == .classic)
  }
}
