import CoreData
import Foundation
import Testing

struct ObservedConflictTests {
  @Test(arguments: RuntimeKind.both)
  func `K1: a version is 1 at insertion and rises with every update`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ConflictStage()
      for version in 2...4 {
        try stage.theyChange(["topic": "b\(version)"])
        let error = try #require(failure { try stage.iChange() })
        let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
        #expect(conflicts?.first?.newVersionNumber == version)
        #expect(conflicts?.first?.oldVersionNumber == 1)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K4: adding different messages to one room conflicts`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      let id = try stack.savedRoom("Swift")
      let (a, b) = (stack.context("a"), stack.context("b"))
      let rooms = try [a, b].map { context in
        try context.performAndWait { try context.existingObject(with: id) }
      }
      func add(_ text: String, _ context: NSManagedObjectContext, _ room: NSManagedObject) throws {
        try context.performAndWait {
          context.insert("Message", ["text": text, "room": room])
          try context.save()
        }
      }
      try add("first", a, rooms[0])
      #expect(failure { try add("second", b, rooms[1]) }?.code == 133020)
      #expect(try stack.rowCount("Message") == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K7: merging by property can join the halves of two valid states`(kind: RuntimeKind) throws {
    try kind.run {
      // Valid as long as name <= topic. Each side moves one end, and each result is valid.
      let stage = try ConflictStage(policy: .mergeByPropertyObjectTrump)
      try stage.theyChange(["name": "5", "topic": "9"])
      try stage.mine.performAndWait {
        stage.mine.refresh(stage.mine.object(with: stage.id), mergeChanges: false)
        _ = try stage.mine.existingObject(with: stage.id)
      }
      try stage.theyChange(["name": "8"])
      try stage.iChange(["topic": "6"])
      let row = try #require(try stage.row())
      #expect(row[0] > row[1])
    }
  }

  /// Two contexts add one to the same number under object trump.
  private func increments(beforeSaving: (ConflictStage) throws -> Void) throws -> String? {
    let stage = try ConflictStage(policy: .mergeByPropertyObjectTrump)
    try stage.theyChange(["name": "0"])
    try stage.mine.performAndWait {
      stage.mine.refresh(stage.mine.object(with: stage.id), mergeChanges: false)
      let read = try stage.mine.existingObject(with: stage.id)["name"]
      stage.mine.object(with: stage.id)["name"] = "\(Int(read ?? "")! + 1)"
    }
    try stage.theyChange(["name": "1"])
    try beforeSaving(stage)
    try stage.mine.performAndWait { try stage.mine.save() }
    return try stage.row()?[0]
  }

  @Test(arguments: RuntimeKind.both)
  func `K14: object trump loses an increment`(kind: RuntimeKind) throws {
    try kind.run {
      let count = try increments { _ in }
      #expect(count == "1")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K15: refreshing or merging before the save hides the conflict and not the loss`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let refreshed = try increments { stage in
        stage.mine.performAndWait {
          stage.mine.refresh(stage.mine.object(with: stage.id), mergeChanges: true)
        }
        stage.mine.mergePolicy = NSMergePolicy.error
      }
      #expect(refreshed == "1")
      let merged = try increments { stage in
        NSManagedObjectContext.mergeChanges(
          fromRemoteContextSave: [NSUpdatedObjectIDsKey: [stage.id]], into: [stage.mine])
        stage.mine.performAndWait { #expect(stage.mine.hasChanges, "the edit survives") }
        stage.mine.mergePolicy = NSMergePolicy.error
      }
      #expect(merged == "1")
    }
  }
}
