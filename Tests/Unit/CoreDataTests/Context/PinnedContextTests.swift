import Foundation
import Interleaving
import Testing

@testable import CoreData

/// What reading one state means to saves, to children and to merges.
struct PinnedContextTests {
  private typealias Stage = QueryGenerationTests.Stage

  @Test(arguments: RuntimeKind.both)
  func `V4: a save ignores the pin and meets the newest row`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      try stage.writer.change(stage.a, ["name": "changed"])
      try stage.reader.performAndWait {
        try stage.reader.existingObject(with: stage.a)["name"] = "mine"
        let error = #expect(throws: CocoaError.self) { try stage.reader.save() }
        #expect(error?.code == .managedObjectMerge)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E17: a child has no generation and reads that of its parent`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      try stage.writer.change(stage.a, ["name": "changed"])
      let child = stage.stack.child(of: stage.reader, "child")
      stage.reader.performAndWait { stage.reader.object(with: stage.b)["name"] = "pending" }
      child.performAndWait {
        #expect(child.queryGenerationToken == nil)
        #expect(child.object(with: stage.a)["name"] == "a", "as the parent's generation has it")
        #expect(child.object(with: stage.b)["name"] == "pending", "as the parent has it")
        let error = #expect(throws: CocoaError.self) {
          try child.setQueryGenerationFrom(.current)
        }
        #expect(
          error?.localizedDescription.contains("is a child and has no query generation") == true)
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `J8: a merge moves a pinned context to the newest generation`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      try stage.pin()
      let before = try #require(stage.token)
      let heard = Listener(.NSManagedObjectContextDidSave, stage.writer)
      try stage.writer.change(stage.a, ["name": "changed"])
      let note = try #require(heard.notifications.first)
      stage.reader.performAndWait { stage.reader.mergeChanges(fromContextDidSave: note) }
      #expect(try stage.names() == ["b", "changed"])
      let after = try #require(stage.token)
      #expect(after != before)
    }
  }

  @Test func `J10: merging automatically while pinned to an older state is a misuse`() {
    func misuses(of token: @escaping (Stage) -> NSQueryGenerationToken?) -> Int {
      runOnce("J10") { _ in
        let stage = try Stage()
        try stage.pin()
        let chosen = token(stage)
        try stage.writer.change(stage.a, ["name": "changed"])
        try stage.reader.performAndWait {
          try stage.reader.setQueryGenerationFrom(chosen)
          stage.reader.automaticallyMergesChangesFromParent = true
        }
      }.events.count { ($0.fact as? CoreDataFact)?.kind == .misuse }
    }
    #expect(misuses { $0.token } == 1)
    #expect(misuses { _ in .current } == 0)
  }
}
