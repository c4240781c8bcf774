import Foundation
import Testing

@testable import CoreData

@Suite struct MergePolicyTests {
  @Test(arguments: RuntimeKind.both)
  func `K2: a conflict is found in the row cache, with nothing read from the store`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try ConflictStage()
      try stage.theyChange()
      let error = try #require(failure { try stage.iChange() })
      let conflict = try #require(
        (error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])?.first)
      #expect(conflict.oldVersionNumber == 1)
      #expect(conflict.newVersionNumber == 2)
      #expect(conflict.objectSnapshot?["topic"] as? String == "b0")
      #expect(conflict.cachedSnapshot?["topic"] as? String == "b2")
      #expect(conflict.persistedSnapshot == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K3: rows that were only read are not checked, unless detectConflicts asks`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let unchecked = try Self.writeSkew(checked: false)
      #expect(unchecked == nil)
      let checked = try Self.writeSkew(checked: true)
      #expect(checked?.code == NSManagedObjectMergeError)
    }
  }

  /// Two contexts read both rooms; each changes the other one.
  private static func writeSkew(checked: Bool) throws -> NSError? {
    let stack = try ChatStack()
    let one = try stack.add("Room", ["name": "one"])
    let two = try stack.add("Room", ["name": "two"])
    let (a, b) = (stack.context("a"), stack.context("b"))
    let held = try [a, b].flatMap { context in
      try context.performAndWait { try [one, two].map { try context.existingObject(with: $0) } }
    }
    if checked { b.performAndWait { b.detectConflicts(for: held[2]) } }
    try a.change(one, ["name": "changed"])
    return failure { try b.change(two, ["name": "changed"]) }
  }

  @Test(arguments: RuntimeKind.both)
  func `K5: the error policy writes nothing and fails every later save`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try ConflictStage()
      try stage.theyChange()
      let error = try #require(failure { try stage.iChange() })
      #expect(error.domain == NSCocoaErrorDomain)
      #expect(error.code == 133020)
      #expect(error.localizedDescription.contains("Room p1"))
      #expect(try stage.row() == ["a0", "b2", "c2"])
      #expect(stage.mine.performAndWait { stage.mine.hasChanges })
      let later = failure {
        try stage.mine.performAndWait {
          stage.mine.insert("Member", ["name": "unrelated"])
          try stage.mine.save()
        }
      }
      #expect(later?.code == 133020)
      #expect(try stage.stack.rowCount("Member") == 0)
      try stage.mine.performAndWait {
        stage.mine.refresh(stage.mine.object(with: stage.id), mergeChanges: false)
        try stage.mine.save()
      }
      #expect(try stage.stack.rowCount("Member") == 1)
    }
  }

  static let table: [(NSMergePolicy, [String])] = [
    (.mergeByPropertyStoreTrump, ["a1", "b2", "c2"]),
    (.mergeByPropertyObjectTrump, ["a1", "b1", "c2"]),
    (.overwrite, ["a1", "b1", "c0"]), (.rollback, ["a0", "b2", "c2"]),
  ]

  @Test(arguments: RuntimeKind.both, table.indices)
  func `K6, K8: what each policy writes, and what the object shows afterwards`(
    kind: RuntimeKind, policy: Int
  ) throws {
    let (policy, expected) = Self.table[policy]
    try kind.run {
      let stage = try ConflictStage(policy: policy)
      try stage.theyChange()
      try stage.iChange()
      #expect(try stage.row() == expected)
      #expect(stage.shown() == expected)
      #expect(!stage.mine.performAndWait { stage.mine.hasChanges })
      try stage.iChange(["name": "again"])
      #expect(try stage.row()?.first == "again")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K8: the object is told that a merge policy changed it`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack(model: { $0["Room"]!.objectClass = SnapshotWitness.self })
      let id = try stack.add("Room", ["name": "old", "topic": "old"])
      let mine = stack.context("mine", policy: .mergeByPropertyObjectTrump)
      let room = try mine.performAndWait {
        try #require(mine.existingObject(with: id) as? SnapshotWitness)
      }
      try stack.context("theirs").change(id, ["topic": "theirs"])
      try mine.change(id, ["name": "mine"])
      #expect(room.events == [.mergePolicy])
    }
  }

  @Test(
    arguments: [
      (NSMergePolicy.mergeByPropertyStoreTrump, "b2"), (.mergeByPropertyObjectTrump, "b1"),
    ])
  func `K11: the two property policies do what their names say`(
    policy: NSMergePolicy, topic: String
  ) throws {
    try RuntimeKind.inBoth {
      let stage = try ConflictStage(policy: policy)
      try stage.theyChange()
      try stage.iChange()
      #expect(try stage.row()?[1] == topic)
    }
  }

  @Test(arguments: RuntimeKind.both, [true, false])
  func `K2: a sibling's save shows in the cache, another coordinator's in the store`(
    kind: RuntimeKind, isSibling: Bool
  ) throws {
    try kind.run {
      let stack = try ChatStack(.sqlite, onDisk: true)
      let id = try stack.savedRoom("old")
      let mine = stack.context("mine")
      let room = try mine.performAndWait { try mine.existingObject(with: id) }
      if isSibling {
        try stack.context("sibling").change(id, ["name": "theirs"])
      } else {
        try stack.secondCoordinator().rename(id, to: "theirs")
      }
      let error = mine.performAndWait {
        room["name"] = "mine"
        return failure { try mine.save() }
      }
      let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
      let conflict = try #require(conflicts?.first)
      #expect(conflict.cachedSnapshot?["name"] as? String == (isSibling ? "theirs" : "old"))
      #expect(conflict.persistedSnapshot?["name"] as? String == (isSibling ? nil : "theirs"))
      #expect((conflict.oldVersionNumber, conflict.newVersionNumber) == (1, 2))
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `K13: a policy of one's own calls super and adjusts what is written`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try ConflictStage(
        policy: JoiningPolicy(merge: .mergeByPropertyObjectTrumpMergePolicyType))
      try stage.theyChange()
      try stage.iChange()
      #expect(try stage.row() == ["a1", "b2+b1", "c2"])
      #expect(stage.shown() == ["a1", "b2+b1", "c2"])
    }
  }

  @Test func `a policy that decides nothing is an error, not a silent overwrite`() throws {
    let stage = try ConflictStage(policy: IdlePolicy(merge: .overwriteMergePolicyType))
    try stage.theyChange()
    #expect(failure { try stage.iChange() }?.code == 133020)
    #expect(try stage.row() == ["a0", "b2", "c2"])
  }

  @Test func `a conflict explains itself property by property`() throws {
    let stage = try ConflictStage()
    try stage.theyChange()
    let error = try #require(failure { try stage.iChange() })
    let conflicts = error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
    let text = try #require(conflicts?.first?.explanation).description
    #expect(
      text == """
        Room p1: read at version 1, now at version 2
        property   base   mine     theirs   error   store trump   object trump   overwrite   rollback
        name       "a0"   "a1" *   "a0"     -       "a1"          "a1"           "a1"        "a0"
        note       "c0"   "c0"     "c2" *   -       "c2"          "c2"           "c0"        "c2"
        topic      "b0"   "b1" *   "b2" *   -       "b2"          "b1"           "b1"        "b2"
        error: the save fails
        store trump: the merged row is written
        object trump: the merged row is written
        overwrite: the merged row is written
        rollback: the store's row stays
        """)
  }
}

/// Remembers why its snapshot was exchanged.
final class SnapshotWitness: NSManagedObject {
  var events: [NSSnapshotEventType] = []
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) { events.append(flags) }
}

/// Writes both topics, theirs first.
final class JoiningPolicy: NSMergePolicy, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; it has no state.
  override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
    let mine = list.map { $0.sourceObject.value(forKey: "topic") as? String ?? "" }
    try super.resolve(optimisticLockingConflicts: list)
    for (conflict, mine) in zip(list, mine) {
      let theirs = conflict.cachedSnapshot?["topic"] as? String ?? ""
      conflict.sourceObject.setValue("\(theirs)+\(mine)", forKey: "topic")
    }
  }
}

/// Resolves nothing and says so to nobody.
final class IdlePolicy: NSMergePolicy, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; it has no state.
  override func resolve(mergeConflicts list: [Any]) throws {}
}
