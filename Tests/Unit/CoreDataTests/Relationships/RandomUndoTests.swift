import Foundation
import LongTests
import Testing

@testable import CoreData

/// Whatever is edited, saved, taken back and done again: memory shows what was there before, and if
/// nothing is pending, or after the next save, that is what the store has. A thousand webs with the
/// long tests; `WORKBOOK_WEBS=4000` tries so many.
struct RandomUndoTests {
  static let webs =
    ProcessInfo.processInfo.environment["WORKBOOK_WEBS"].flatMap { Int($0) }
    ?? LongTests.all(Array(0..<1000), orFirst: 32).count

  @Test(arguments: 0..<4)
  func `undo brings back every kind of relationship, in memory and in the store`(lot: Int) throws {
    for web in 0..<Self.webs where web % 4 == lot {
      if try !holds(web) { return }
    }
  }

  private func holds(_ web: Int) throws -> Bool {
    var round = try UndoRound(seed: UInt64(web), type: WebStack.types[web / 4 % 4])
    for _ in 0..<14 {
      try round.step()
      if let failure = round.failure {
        Issue.record("web \(web): \(failure)\n\(round.story.joined(separator: "\n"))")
        return false
      }
    }
    return true
  }
}

/// An owner that a deletion does not change: it has another rule, or the deleted object no way back.
struct LostTieTests {
  private let context: NSManagedObjectContext
  private let stack: WebStack

  init() throws {
    stack = try WebStack(.sqlite)
    context = stack.context()
    context.undoManager = UndoManager()
  }

  private func make(_ entity: String, _ name: String) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(name, forKey: "name")
    return object
  }

  @Test func `a save lets go of what was deleted before it was saved, and undo brings it back`()
    throws
  {
    try context.performAndWait {
      let (tag, other, item) = (make("Tag", "one"), make("Tag", "other"), make("Item", "item"))
      item.setValue(tag, forKey: "box")
      context.processPendingChanges()
      context.delete(tag)
      try context.save()
      #expect(item.value(forKey: "box") == nil)
      context.undo()
      #expect(item.value(forKey: "box") as? NSManagedObject === tag)
      context.redo()
      try context.save()
      other.mutableSetValue(forKey: "contents").add(item)
      #expect(item.value(forKey: "box") as? NSManagedObject === other)
      try context.save()
    }
    #expect("\(try stack.stored())".contains("box=other"))
  }

  @Test func `undo lists a saved object again where it had no way back`() throws {
    try context.performAndWait {
      let (node, tag, last) = (make("Node", "node"), make("Tag", "first"), make("Tag", "last"))
      node.mutableOrderedSetValue(forKey: "best").addObjects(from: [tag, last])
      try context.save()
      context.delete(tag)
      try context.save()
      context.refreshAllObjects()
      context.undo()
      #expect(WebPicture.members(of: node, "best") == [tag, last])
      try context.save()
    }
    #expect("\(try stack.stored())".contains("best=[first last]"))
  }
}

private struct UndoRound {
  private let stack: WebStack
  private let context: NSManagedObjectContext
  private var hand: WebHand
  /// What was there before each event, and after it.
  private var done: [(before: WebPicture, after: WebPicture)] = []
  private var undone: [(before: WebPicture, after: WebPicture)] = []
  private(set) var story: [String] = []
  private(set) var failure: String?

  init(seed: UInt64, type: WebStack.StoreType) throws {
    stack = try WebStack(type)
    context = stack.context()
    context.undoManager = UndoManager()
    context.retainsRegisteredObjects = true
    hand = WebHand(seed: seed &* 7919 &+ 1)
  }

  mutating func step() throws {
    switch Int.random(in: 0..<10, using: &hand.random) {
    case 0..<4: try event()
    case 4, 5: try save()
    case 6, 7: try takeBack()
    case 8: try doAgain()
    default: refresh()
    }
    if failure == nil && !context.performAndWait({ context.hasChanges }) { try compareStored() }
  }

  private func picture() throws -> WebPicture {
    try context.performAndWait { try WebPicture(of: context) }
  }

  private mutating func event() throws {
    let before = try picture()
    try context.performAndWait {
      // Now and then what is edited next are faults.
      if hand.isOne(in: 3) { context.refreshAllObjects() }
      var objects = try WebPicture.objects(in: context)
      context.processPendingChanges()
      story.append("event")
      for _ in 0..<Int.random(in: 1...4, using: &hand.random) {
        story.append("  " + hand.edit(&objects, context))
      }
      context.processPendingChanges()
    }
    if !context.performAndWait({ context.undoManager?.canUndo == true }) { return }
    let after = try picture()
    if before == after {
      // Whether that was an event is not to be seen from outside.
      try context.performAndWait {
        try context.save()
        context.undoManager?.removeAllActions()
      }
      (done, undone) = ([], [])
      story.append("forget")
      return
    }
    done.append((before, after))
    undone = []
  }

  private mutating func save() throws {
    story.append("save")
    let before = try picture()
    try context.performAndWait { try context.save() }
    compare(try picture(), before, "memory changes in a save")
    try compareStored()
  }

  private mutating func takeBack() throws {
    guard let last = done.popLast() else { return }
    story.append("undo")
    context.performAndWait { context.undo() }
    undone.append(last)
    compare(try picture(), last.before, "undo")
  }

  private mutating func doAgain() throws {
    guard let last = undone.popLast() else { return }
    story.append("redo")
    context.performAndWait { context.redo() }
    done.append(last)
    compare(try picture(), last.after, "redo")
  }

  private mutating func refresh() {
    story.append("refresh")
    context.performAndWait { context.refreshAllObjects() }
  }

  private mutating func compareStored() throws {
    compare(try stack.stored(), try picture(), "the store and memory")
  }

  private mutating func compare(_ one: WebPicture, _ other: WebPicture, _ what: String) {
    if one == other || failure != nil { return }
    failure = "\(what):\n\(one.differences(from: other))"
  }
}
