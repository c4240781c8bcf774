import Foundation
import Testing

@testable import CoreData

/// Group Q: what each type of store can do.
struct FeatureTests {
  /// Tries a feature; an answer or an error, never a trap.
  private static func works(_ attempt: () throws -> Bool) -> Bool { (try? attempt()) ?? false }

  private static func features(of type: NSPersistentStore.StoreType) throws -> [String: Bool] {
    let isSQLite = type == .sqlite
    return [
      "constraints": works {
        _ = try ChatStack(type, model: { $0["Room"]?.uniquenessConstraints = [["name"]] })
        return true
      },
      "batches": works {
        let stack = try ChatStack(type)
        let context = stack.context("batch")
        return try context.performAndWait {
          let batch = NSBatchDeleteRequest(fetchRequest: NSFetchRequest<Room>(entityName: "Room"))
          return try context.execute(batch) is NSBatchDeleteResult
        }
      },
      "generations": works {
        let stack = try ChatStack(type, onDisk: isSQLite)
        let context = stack.context("pinned")
        return try context.performAndWait {
          try context.setQueryGenerationFrom(.current)
          _ = try context.count(for: NSFetchRequest<Room>(entityName: "Room"))
          return context.queryGenerationToken != nil
        }
      },
      "pooled": works {
        try ChatStack(type, onDisk: isSQLite).coordinator.mode == .pooled
      },
      "blocks": works {
        let context = try ChatStack(type).context("filter")
        return try context.performAndWait {
          let request = NSFetchRequest<Room>(entityName: "Room")
          request.predicate = NSPredicate { _, _ in true }
          return try context.fetch(request).isEmpty
        }
      },
    ]
  }

  @Test(arguments: RuntimeKind.both)
  func `Q1: the features of SQLite stores, and those of stores in memory`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let sqlite = try Self.features(of: .sqlite)
      #expect(
        sqlite == [
          "constraints": true, "batches": true, "generations": true, "pooled": true,
          "blocks": false,
        ])
      let memory = try Self.features(of: .inMemory)
      #expect(
        memory == [
          "constraints": true, "batches": false, "generations": false, "pooled": false,
          "blocks": true,
        ])
    }
  }
}

/// What is widely observed of batches.
struct ObservedBatchTests {
  @Test(arguments: RuntimeKind.both)
  func `BR7: one batch is one transaction, whatever its size`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      let context = stack.context("importer")
      try context.performAndWait {
        let batch = NSBatchInsertRequest(
          entityName: "Room", objects: (0..<500).map { ["name": "\($0)"] })
        let inserting = try stack.statements.during { _ = try context.execute(batch) }
        #expect(inserting.filter { $0.hasPrefix("COMMIT") }.count == 1)
        let update = NSBatchUpdateRequest(entityName: "Room")
        update.propertiesToUpdate = ["topic": "new"]
        let updating = try stack.statements.during { _ = try context.execute(update) }
        #expect(updating.filter { $0.hasPrefix("COMMIT") }.count == 1)
      }
      #expect(try stack.rowCount("Room") == 500)
    }
  }
}
