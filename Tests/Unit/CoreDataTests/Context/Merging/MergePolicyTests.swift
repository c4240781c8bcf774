import Foundation
import Testing

@testable import CoreData

struct MergePolicyTests {
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

/// Resolves nothing and does not say so.
final class IdlePolicy: NSMergePolicy, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; it has no state.
  override func resolve(mergeConflicts list: [Any]) throws {}
}
