import Foundation
import Interleaving
import Testing

@testable import CoreData

/// A child that merges its parent's saves is told what was saved, and does not ask for it:
///
///     main                                child
///     saves: "hall"                       (a merge is on its queue)
///     child.performAndWait, waits ──────▶ merges what it was told; needs no turn of main's
///     reads "hall" ◀───────────────────── done
struct ChildMergeTests {
  private struct Stage {
    let stack: ChatStack
    let main: NSManagedObjectContext
    let child: NSManagedObjectContext
    let id: NSManagedObjectID

    init() throws {
      stack = try ChatStack()
      id = try stack.savedRoom("lobby", messages: ["hello"])
      main = stack.viewContext()
      child = stack.child(of: main, "child")
      child.automaticallyMergesChangesFromParent = true
    }

    func renameOnMain(_ name: String) throws {
      try main.existingObject(with: id).setValue(name, forKey: "name")
      try main.save()
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `a child that merges automatically can be waited for from main`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let room = stage.child.performAndWait { stage.child.object(with: stage.id) }
      try stage.renameOnMain("hall")
      #expect(stage.child.performAndWait { room["name"] } == "hall")
      // Realised by now, the object follows by the merge.
      try stage.renameOnMain("attic")
      #expect(stage.child.performAndWait { room["name"] } == "attic")
    }
  }

  @Test func `in no order does main wait for a child that waits for main`() throws {
    let exploration = try explore("child merge") { runtime in
      let stage = try Stage()
      let room = stage.child.performAndWait { stage.child.object(with: stage.id) }
      _ = stage.child.performAndWait { room["name"] }
      try stage.renameOnMain("hall")
      runtime.outcome(stage.child.performAndWait { room["name"] } ?? "nothing")
    }
    #expect(exploration.schedules == 1)
    #expect(exploration.failingSchedules == 0)
    #expect(exploration.outcomes.map(\.name) == ["hall"])
  }

  @Test(arguments: RuntimeKind.both)
  func `a merge keeps what the child has read of its parent since`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let room = stage.child.performAndWait { stage.child.object(with: stage.id) }
      stage.child.performAndWait { _ = room["name"] }
      try stage.child.performAndWait {
        // The child is busy here, so the merge comes later.
        try stage.main.performAndWait {
          try stage.renameOnMain("hall")
          stage.main.object(with: stage.id)["name"] = "attic"
        }
        stage.child.refresh(room, mergeChanges: true)
        #expect(room["name"] == "attic")
      }
      stage.child.drain()
      #expect(stage.child.performAndWait { room["name"] } == "attic")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `what main inserted and deleted arrives in the child`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      let room = stage.child.performAndWait { stage.child.object(with: stage.id) }
      stage.child.performAndWait { _ = room["name"] }
      stage.main.delete(stage.main.object(with: stage.id))
      let added = stage.main.insert("Room", ["name": "hall"])
      try stage.main.save()
      let id = added.objectID
      stage.child.drain()
      stage.child.performAndWait {
        #expect(room.isDeleted)
        #expect(stage.child.object(with: id)["name"] == "hall")
      }
    }
  }
}
