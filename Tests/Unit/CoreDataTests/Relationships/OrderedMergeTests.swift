import Foundation
import Testing

@testable import CoreData

/// Two contexts that edit one ordered relationship and save over each other.
struct OrderedMergeTests {
  static let policies: [NSMergePolicy] = [
    .mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite,
  ]

  private struct Stage {
    let stack: WebStack
    let contexts: [NSManagedObjectContext]

    init(_ type: WebStack.StoreType, _ policy: NSMergePolicy) throws {
      stack = try WebStack(type)
      let stack = stack
      contexts = ["one", "two"].map { stack.context($0) }
      for context in contexts { context.mergePolicy = policy }
      try contexts[0].performAndWait {
        contexts[0].insert("Node", ["name": "owner"])
        contexts[0].insert("Node", ["name": "rival"])
        try contexts[0].save()
      }
    }

    /// Each reads the owner, then each edits and saves.
    func edit(_ edits: [(NSManagedObjectContext, NSManagedObject) throws -> Void]) throws {
      let owners = try contexts.map { context in
        try context.performAndWait {
          let owner = try Self.object("owner", in: context)
          for name in ["items", "list"] { _ = WebPicture.members(of: owner, name) }
          return owner
        }
      }
      for (index, edit) in edits.enumerated() {
        try contexts[index].performAndWait { try edit(contexts[index], owners[index]) }
      }
      for context in contexts { try context.performAndWait { try context.save() } }
    }

    static func object(_ name: String, in context: NSManagedObjectContext) throws -> NSManagedObject
    {
      try #require(try WebPicture.objects(in: context).first { $0["name"] == name })
    }

    func line(_ name: String = "owner") throws -> String {
      try stack.stored().lines[name] ?? "gone"
    }
  }

  @Test(arguments: WebStack.types, policies)
  func `both members stay, in a one-to-many and in a many-to-many relationship`(
    type: WebStack.StoreType, policy: NSMergePolicy
  ) throws {
    let stage = try Stage(type, policy)
    try stage.edit([
      { context, owner in
        context.insert("Item", ["name": "i1", "holder": owner])
        owner.mutableOrderedSetValue(forKey: "list").add(context.insert("Tag", ["name": "t1"]))
      },
      { context, owner in
        context.insert("Item", ["name": "i2", "holder": owner])
        owner.mutableOrderedSetValue(forKey: "list").add(context.insert("Tag", ["name": "t2"]))
      },
    ])
    #expect(try stage.line() == "nil items=[i1 i2] list=[t1 t2]")
    // Who saved last sees what the other one added.
    let two = stage.contexts[1]
    try two.performAndWait {
      let owner = try Stage.object("owner", in: two)
      #expect(WebPicture.members(of: owner, "items").map { $0["name"] } == ["i1", "i2"])
    }
  }

  @Test(arguments: WebStack.types, policies)
  func `a member that one moves away keeps its place there when the other sorts`(
    type: WebStack.StoreType, policy: NSMergePolicy
  ) throws {
    let stage = try Stage(type, policy)
    try stage.contexts[0].performAndWait {
      let context = stage.contexts[0]
      for (owner, names) in [("owner", ["a", "b"]), ("rival", ["x", "y"])] {
        let owner = try Stage.object(owner, in: context)
        for name in names { context.insert("Item", ["name": name, "holder": owner]) }
      }
      try context.save()
    }
    try stage.edit([
      { context, owner in
        try Stage.object("rival", in: context).mutableOrderedSetValue(forKey: "items")
          .insert(try Stage.object("a", in: context), at: 2)
      },
      { _, owner in
        owner.mutableOrderedSetValue(forKey: "items").moveObjects(at: [0], to: 1)
      },
    ])
    #expect(try stage.line() == "nil items=[b]")
    #expect(try stage.line("rival") == "nil items=[x y a]")
  }

  @Test func `a child's order keeps what its parent added meanwhile`() throws {
    let stack = try WebStack(.inMemory)
    let parent = stack.context("parent")
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = parent
    try parent.performAndWait {
      parent.insert("Node", ["name": "owner"])
      try parent.save()
    }
    let owner = try child.performAndWait {
      let owner = try Stage.object("owner", in: child)
      _ = WebPicture.members(of: owner, "items")
      return owner
    }
    try parent.performAndWait {
      let owner = try Stage.object("owner", in: parent)
      parent.insert("Item", ["name": "i1", "holder": owner])
    }
    try child.performAndWait {
      child.insert("Item", ["name": "i2", "holder": owner])
      try child.save()
    }
    try parent.performAndWait {
      let owner = try Stage.object("owner", in: parent)
      #expect(WebPicture.members(of: owner, "items").map { $0["name"] } == ["i1", "i2"])
      try parent.save()
    }
    #expect(try stack.stored().lines["owner"] == "nil items=[i1 i2]")
  }
}
