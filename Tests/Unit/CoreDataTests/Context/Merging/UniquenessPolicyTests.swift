import Foundation
import Testing

@testable import CoreData

/// Members may be known by one name only; their other attribute is a nickname.
struct UniqueStage {
  let stack: ChatStack
  let ada: NSManagedObjectID

  init() throws {
    stack = try ChatStack(
      .sqlite,
      model: { entities in
        entities["Member"]!.properties += [ChatModel.string("nick")]
        entities["Member"]!.uniquenessConstraints = [["name"]]
      })
    ada = try stack.add("Member", ["name": "Ada", "nick": "stored"])
  }

  /// The error of inserting a second Ada, and the object.
  func insertAgain(_ policy: NSMergePolicy = .error) -> (NSError?, NSManagedObject) {
    let context = stack.context("again", policy: policy)
    return context.performAndWait {
      let object = context.insert("Member", ["name": "Ada", "nick": "new"])
      return (failure { try context.save() }, object)
    }
  }
}

struct UniquenessPolicyTests {
  @Test(arguments: RuntimeKind.both)
  func `L2, L3: a clash with a row is 133021 and shows both sides`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try UniqueStage()
      let (error, object) = stage.insertAgain()
      #expect(error?.code == 133021)
      let conflict = try #require(
        (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first)
      #expect(conflict.constraint == ["name"])
      #expect(conflict.constraintValues["name"] as? String == "Ada")
      #expect(conflict.databaseObject?.objectID == stage.ada)
      #expect(conflict.databaseSnapshot?["nick"] as? String == "stored")
      #expect(conflict.conflictingObjects == [object])
      #expect(try stage.stack.rowCount("Member") == 1)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `L3: objects of one save that clash have no database object`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try UniqueStage()
      let context = stage.stack.context("twins")
      let error = context.performAndWait {
        for _ in 1...2 { context.insert("Member", ["name": "Grace"]) }
        return failure { try context.save() }
      }
      let conflict = try #require(
        (error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first)
      #expect(conflict.databaseObject == nil)
      #expect(conflict.conflictingObjects.count == 2)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `L7: a saved value that is edited can collide`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try UniqueStage()
      let grace = try stage.stack.add("Member", ["name": "Grace"])
      let context = stage.stack.context("editor")
      #expect(failure { try context.change(grace, ["name": "Ada"]) }?.code == 133021)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K13: versions are settled before uniqueness`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try UniqueStage()
      let policy = OrderedPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType)
      let context = stage.stack.context("editor", policy: policy)
      let object = try context.performAndWait { try context.existingObject(with: stage.ada) }
      try stage.stack.context("other").change(stage.ada, ["nick": "theirs"])
      try context.performAndWait {
        object["nick"] = "mine"
        context.insert("Member", ["name": "Ada"])
        try context.save()
      }
      #expect(policy.calls.value == ["versions", "uniqueness"])
      #expect(try stage.stack.stored("nick", of: stage.ada) == "mine")
    }
  }
}

struct ObservedUniquenessTests {
  @Test(
    arguments: [
      (NSMergePolicy.mergeByPropertyObjectTrump, "new"), (.overwrite, "new"),
      (.mergeByPropertyStoreTrump, "stored"), (.rollback, "stored"),
    ])
  func `L4: a trump policy keeps one row, and the new object gives way`(
    policy: NSMergePolicy, nick: String
  ) throws {
    try RuntimeKind.inBoth {
      let stage = try UniqueStage()
      let (error, object) = stage.insertAgain(policy)
      #expect(error == nil)
      #expect(try stage.stack.rowCount("Member") == 1)
      #expect(try stage.stack.stored("nick", of: stage.ada) == nick)
      #expect(object.managedObjectContext == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `L5, E14: children save duplicates, the root's save finds them`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try UniqueStage()
      let root = stage.stack.context("root")
      let child = stage.stack.child(of: root, "child")
      try child.performAndWait {
        child.insert("Member", ["name": "Ada"])
        try child.save()
      }
      #expect(root.performAndWait { failure { try root.save() } }?.code == 133021)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `L6: a duplicate poisons later saves`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try UniqueStage()
      let context = stage.stack.context("editor")
      context.performAndWait {
        context.insert("Member", ["name": "Ada"])
        #expect(failure { try context.save() }?.code == 133021)
        context.insert("Room", ["name": "unrelated"])
        #expect(failure { try context.save() }?.code == 133021)
      }
      #expect(try stage.stack.rowCount("Room") == 0)
    }
  }
}

/// Notes what it is asked to resolve.
final class OrderedPolicy: NSMergePolicy, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; the calls are made by one save.
  final class Calls { var value: [String] = [] }
  let calls = Calls()

  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    calls.value.append("versions")
    try super.resolve(optimisticLockingConflicts: list)
  }

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    calls.value.append("uniqueness")
    try super.resolve(constraintConflicts: list)
  }
}
