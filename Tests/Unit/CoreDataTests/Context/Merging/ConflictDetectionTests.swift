import Foundation
import Testing

@testable import CoreData

/// Group K: where a conflict is found, and what it says of itself.
struct ConflictDetectionTests {
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
