import Foundation
import Testing

@testable import CoreData

/// Group E: a child saves what its parent has changed too.
struct ChildOverlapTests {
  private typealias Stage = NestedContextTests.Stage

  @Test(arguments: RuntimeKind.both)
  func `E13: what child and parent both changed is overwritten`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage()
      #expect(stage.name(in: stage.child) == "lobby")
      stage.rename(in: stage.child, "child's")
      stage.rename(in: stage.parent, "parent's")
      try stage.save(stage.child)
      #expect(stage.name(in: stage.parent) == "child's")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E13: in strict mode it is a conflict`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try Stage { $0.childOverlap = .conflict }
      stage.rename(in: stage.child, "child's")
      stage.rename(in: stage.parent, "parent's")
      let error = #expect(throws: CocoaError.self) { try stage.save(stage.child) }
      #expect(error?.code == .managedObjectMerge)
      #expect(stage.name(in: stage.parent) == "parent's")
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `E13: saving an update to what the parent has deleted is a conflict`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try Stage()
      let copy = stage.parent.performAndWait { stage.parent.object(with: stage.id) }
      stage.rename(in: stage.child, "child's")
      stage.parent.performAndWait { stage.parent.delete(copy) }
      let error = #expect(throws: CocoaError.self) { try stage.save(stage.child) }
      #expect(error?.code == .managedObjectMerge)
    }
  }
}
