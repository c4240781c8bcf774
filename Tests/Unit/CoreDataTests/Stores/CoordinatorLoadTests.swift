import Foundation
import Interleaving
import Testing

@testable import CoreData

/// Group P: what many contexts of one coordinator ask of each other.
struct CoordinatorLoadTests {
  @Test func `P1: contexts need no lock around the coordinator`() throws {
    for mode in [CoreDataBehaviour.CoordinatorMode.classic, .pooled] {
      let result = try explore("P1", options: ExplorationOptions(shrinks: false)) { runtime in
        let stack = try ChatStack(.sqlite) { $0.coordinatorMode = mode }
        for name in ["A", "B"] {
          let context = stack.context(name)
          runtime.thread(name) {
            try context.performAndWait {
              context.insert("Room", ["name": name])
              try context.save()
              _ = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
            }
          }
        }
        runtime.atEnd { runtime.outcome(try stack.storedNames().joined()) }
      }
      #expect(result.coverage == .exhaustive)
      #expect(result.outcomes.map(\.name) == ["AB"])
      // Classic, the coordinator orders all accesses; pooled, they overlap, which SQLite is made for.
      #expect(result.races.isEmpty)
    }
  }

  @Test func `P1: eight live threads lose nothing`() throws {
    let stack = try ChatStack(.sqlite, onDisk: true)
    let threads = (0..<8).map { number in
      Runtime.live.uncheckedThread("writer \(number)") {
        let context = stack.context("writer \(number)")
        try context.performAndWait {
          for _ in 0..<10 {
            context.insert("Room", ["name": "\(number)"])
            try context.save()
          }
        }
      }
    }
    for thread in threads { thread.join() }
    #expect(try stack.rowCount("Room") == 80)
  }

  @Test func `P3: reading and editing realised objects waits for no save`() throws {
    let report = runOnce("P3") { runtime in
      let stack = try ChatStack(.sqlite) { $0.coordinatorMode = .classic }
      let id = try stack.savedRoom("lobby")
      let (reader, writer) = (stack.context("reader"), stack.context("writer"))
      let room = try reader.performAndWait { try reader.existingObject(with: id) }
      runtime.thread("writer") {
        try writer.performAndWait {
          for _ in 0..<100 { writer.insert("Room") }
          try writer.save()
        }
      }
      runtime.thread("reader") {
        let start = runtime.now
        reader.performAndWait {
          #expect(room["name"] == "lobby")
          room["name"] = "hall"
        }
        runtime.outcome("\(runtime.now - start)")
      }
    }
    #expect(report.outcome == "0.0 seconds")
    #expect(report.failures.isEmpty)
  }

  /// When each of two readers has its answer, in costs of one read.
  private static func answers(areChildren: Bool) -> String {
    runOnce("E16") { runtime in
      let stack = try ChatStack(.sqlite, onDisk: true)
      _ = try stack.savedRoom("lobby")
      let parent = stack.context("parent")
      let start = runtime.now
      let cost = stack.coordinator.behaviour.storeCosts.cost(of: .read, rows: 1)
      let ends = Journal()
      for name in ["A", "B"] {
        let context = areChildren ? stack.child(of: parent, name) : stack.context(name)
        runtime.thread(name) {
          _ = try context.performAndWait {
            try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
          }
          ends.add("\((runtime.now - start) / cost)")
        }
      }
      runtime.atEnd {
        withExtendedLifetime(stack) { runtime.outcome(ends.lines.joined(separator: ", ")) }
      }
    }.outcome ?? "no outcome"
  }

  @Test func `E16: children take turns at their parent, peers read beside each other`() {
    #expect(Self.answers(areChildren: true) == "1.0, 2.0")
    #expect(Self.answers(areChildren: false) == "1.0, 1.0")
  }
}
