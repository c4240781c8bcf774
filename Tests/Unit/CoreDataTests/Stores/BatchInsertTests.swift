import Foundation
import Testing

@testable import CoreData

struct `Batch insertions` {
  @Test(arguments: RuntimeKind.both)
  func `BR5: dictionaries and handlers insert rows, relationships cannot be set`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite)
      let context = stack.context("batch")
      try context.performAndWait {
        _ = try context.execute(
          NSBatchInsertRequest(
            entityName: "Message", objects: [["text": "a", "position": 3], ["text": "b"]]))
        var number = 0
        _ = try context.execute(
          NSBatchInsertRequest(entityName: "Message") { (next: NSMutableDictionary) in
            number += 1
            next["text"] = "c\(number)"
            return number > 2
          })
        _ = try context.execute(
          NSBatchInsertRequest(entityName: "Message") { (next: NSManagedObject) in
            number += 1
            next.setValue("d\(number)", forKey: "text")
            return number > 4
          })
        #expect(throws: CocoaError.self) {
          try context.execute(NSBatchInsertRequest(entityName: "Message", objects: [["room": 1]]))
        }
      }
      let rows = try stack.rows("Message")
      #expect(rows.map { $0["text"] } == ["a", "b", "c1", "c2", "d4"].map(Value.text))
      #expect(rows.map { $0["position"] } == [3, 0, 0, 0, 0].map(Value.integer))
      #expect(try stack.add("Message", [:]).uriRepresentation().lastPathComponent == "p6")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `BR6: a broken constraint leaves the row out, or updates it under object trump`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stack = try ChatStack(
        .sqlite, model: { $0["Room"]?.uniquenessConstraints = [["name"]] })
      let room = try stack.savedRoom("Lobby", messages: ["a"])
      func insert(_ policy: NSMergePolicy) throws {
        let context = stack.context("batch", policy: policy)
        try context.performAndWait {
          _ = try context.execute(
            NSBatchInsertRequest(entityName: "Room", objects: [["name": "Lobby", "topic": "new"]]))
        }
      }
      try insert(.error)
      #expect(try stack.rows("Room").map { $0["topic"] } == [.null])
      try insert(.mergeByPropertyObjectTrump)
      let rows = try stack.rows("Room")
      #expect(rows.map { $0["topic"] } == [.text("new")])
      #expect(rows.map(\.version) == [2])
      let relationship = try #require(room.entity.relationshipsByName["messages"])
      #expect(try stack.store.rows.members(of: relationship, owner: room).count == 1)
    }
  }
}
