import CoreData
import Foundation
import Testing

/// One side deleted what the other one changed.
struct DeletionConflictTests {
  static let policies: [NSMergePolicy] = [
    .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite, .rollback,
  ]

  @Test(arguments: RuntimeKind.both)
  func `K9: an update of a deleted row conflicts with version 0`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ConflictStage()
      try stage.theyDelete()
      let error = try #require(failure { try stage.iChange() })
      #expect(error.code == 133020)
      let conflict = try #require(
        (error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first)
      #expect(conflict.newVersionNumber == 0)
      #expect(conflict.persistedSnapshot == nil)
    }
  }

  @Test(
    arguments: zip(policies, [nil, ["a1", "b1", "c0"], ["a1", "b1", "c0"], nil]))
  func `K9: where objects win the row comes back, where the store wins the object goes`(
    policy: NSMergePolicy, row: [String]?
  ) throws {
    try RuntimeKind.inBoth {
      let stage = try ConflictStage(policy: policy)
      let object = stage.mine.performAndWait { stage.mine.object(with: stage.id) }
      try stage.theyDelete()
      try stage.iChange()
      #expect(try stage.row() == row)
      #expect((object.managedObjectContext == nil) == (row == nil))
      #expect(!stage.mine.performAndWait { stage.mine.hasChanges })
    }
  }

  @Test(
    arguments: zip(policies, [["a0", "b2", "c2"], nil, nil, ["a0", "b2", "c2"]]))
  func `K10: a deletion of a changed row, policy by policy`(
    policy: NSMergePolicy, row: [String]?
  ) throws {
    try RuntimeKind.inBoth {
      let stage = try ConflictStage(policy: policy)
      let object = stage.mine.performAndWait { stage.mine.object(with: stage.id) }
      try stage.theyChange()
      try stage.iDelete()
      #expect(try stage.row() == row)
      #expect((object.managedObjectContext == nil) == (row == nil))
      if let row { #expect(stage.shown() == row) }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K9, K10: the outcomes are switches`(kind: RuntimeKind) throws {
    try kind.run {
      func switched(_ behaviour: inout CoreDataBehaviour) {
        behaviour.deletionConflicts.reinserting = []
        behaviour.deletionConflicts.deleting = []
      }
      let update = try ConflictStage(policy: .overwrite, switched)
      try update.theyDelete()
      try update.iChange()
      #expect(try update.row() == nil)
      let deletion = try ConflictStage(policy: .overwrite, switched)
      try deletion.theyChange()
      try deletion.iDelete()
      #expect(try deletion.row() == ["a0", "b2", "c2"])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `two contexts that delete the same row both succeed`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ConflictStage()
      try stage.theyDelete()
      try stage.iDelete()
      #expect(try stage.row() == nil)
    }
  }
}
