import Foundation
import LongTests
import Testing

@testable import CoreData

/// What `mutableOrderedSetValue(forKey:)` gives can be edited in every way that an
/// `NSMutableOrderedSet` can, and the relationship follows.
@Suite(.everyStore) struct MutableOrderedSetTests {
  /// One way to edit: what it does to the set of messages, and to a list of their numbers.
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (NSMutableOrderedSet, [NSManagedObject]) -> Void
    let expect: @Sendable (inout [Int]) -> Void

    init(
      _ name: String, _ apply: @escaping @Sendable (NSMutableOrderedSet, [NSManagedObject]) -> Void,
      _ expect: @escaping @Sendable (inout [Int]) -> Void
    ) {
      (testDescription, self.apply, self.expect) = (name, apply, expect)
    }
  }

  private static func append(_ numbers: [Int], to list: inout [Int]) {
    for number in numbers where !list.contains(number) { list.append(number) }
  }

  static let edits: [Edit] = [
    Edit("add", { $0.add($1[4]) }, { append([4], to: &$0) }),
    Edit("add what is there", { $0.add($1[1]) }, { append([1], to: &$0) }),
    Edit("addObjects", { $0.addObjects(from: [$1[5], $1[0]]) }, { append([5, 0], to: &$0) }),
    Edit("insert", { $0.insert($1[4], at: 0) }, { if !$0.contains(4) { $0.insert(4, at: 0) } }),
    Edit(
      "insert at indexes", { $0.insert([$1[6], $1[7]], at: [0, 1]) },
      { if !$0.contains(6) { $0.insert(contentsOf: [6, 7], at: 0) } }),
    Edit("remove", { $0.remove($1[1]) }, { $0.removeAll { $0 == 1 } }),
    Edit("remove what is not there", { $0.remove($1[8]) }, { _ in }),
    Edit(
      "removeObjects in an array", { $0.removeObjects(in: [$1[0], $1[8]]) },
      {
        $0.removeAll { $0 == 0 }
      }),
    Edit("removeObject at", { set, _ in set.removeObject(at: 0) }, { $0.removeFirst() }),
    Edit("removeObjects at", { set, _ in set.removeObjects(at: [0, 1]) }, { $0.removeFirst(2) }),
    Edit(
      "removeObjects in a range",
      { set, _ in set.removeObjects(in: NSRange(location: 1, length: 1)) }, { $0.remove(at: 1) }),
    Edit(
      "replaceObject", { $0.replaceObject(at: 1, with: $1[9]) },
      {
        if !$0.contains(9) { $0[1] = 9 }
      }),
    Edit(
      "replaceObjects", { $0.replaceObjects(at: [0, 1], with: [$1[10], $1[11]]) },
      {
        if !$0.contains(10) { $0.replaceSubrange(0...1, with: [10, 11]) }
      }),
    Edit("subscript", { $0[0] = $1[12] }, { if !$0.contains(12) { $0[0] = 12 } }),
    Edit("setObject", { $0.setObject($1[13], at: $0.count) }, { append([13], to: &$0) }),
    Edit(
      "exchangeObject", { set, _ in set.exchangeObject(at: 0, withObjectAt: 1) },
      { $0.swapAt(0, 1) }),
    Edit(
      "moveObjects", { set, _ in set.moveObjects(at: [0, 1], to: 1) },
      {
        let moved = Array($0.prefix(2))
        $0.removeFirst(2)
        $0.insert(contentsOf: moved, at: min(1, $0.count))
      }),
    Edit(
      "intersect", { $0.intersect(NSOrderedSet(array: [$1[0], $1[2], $1[3], $1[4]])) },
      {
        $0.removeAll { ![0, 2, 3, 4].contains($0) }
      }),
    Edit("minus", { $0.minus(NSOrderedSet(array: [$1[3], $1[8]])) }, { $0.removeAll { $0 == 3 } }),
    Edit("union", { $0.union(NSOrderedSet(array: [$1[5], $1[1]])) }, { append([5, 1], to: &$0) }),
    Edit(
      "intersectSet", { $0.intersectSet([$1[0], $1[1], $1[2]]) },
      {
        $0.removeAll { ![0, 1, 2].contains($0) }
      }),
    Edit("minusSet", { $0.minusSet([$1[2]]) }, { $0.removeAll { $0 == 2 } }),
    Edit("unionSet", { $0.unionSet([$1[14]]) }, { append([14], to: &$0) }),
    Edit(
      "sort by descriptors",
      {
        set, _ in set.sort(using: [NSSortDescriptor(key: "position", ascending: false)])
      }, { $0.sort(by: >) }),
    Edit(
      "sort by comparator",
      { set, messages in
        set.sort {
          Self.number($0, messages) < Self.number($1, messages)
            ? .orderedDescending : .orderedAscending
        }
      }, { $0.sort(by: >) }),
    Edit(
      "sort a range",
      { set, messages in
        set.sortRange(NSRange(location: 0, length: 2)) {
          Self.number($0, messages) < Self.number($1, messages)
            ? .orderedDescending : .orderedAscending
        }
      }, { $0.replaceSubrange(0..<2, with: $0.prefix(2).sorted(by: >)) }),
    Edit(
      "filter", { set, _ in set.filter(using: NSPredicate(format: "position != 2")) },
      {
        $0.removeAll { $0 == 2 }
      }),
    Edit(
      "removeAllObjects, and back",
      { set, messages in
        set.removeAllObjects()
        set.addObjects(from: [messages[3], messages[1], messages[2]])
      }, { $0 = [3, 1, 2] }),
  ]

  private static func number(_ object: Any, _ messages: [NSManagedObject]) -> Int {
    messages.firstIndex { $0 === object as AnyObject } ?? -1
  }

  private func stack() throws -> ChatStack {
    try ChatStack(
      .sqlite, onDisk: true,
      model: { $0["Room"]?.relationshipsByName["messages"]?.isOrdered = true })
  }

  /// A saved room with messages 0 to 3 of fifteen.
  private func room(
    in context: NSManagedObjectContext
  ) throws -> (room: NSManagedObject, messages: [NSManagedObject]) {
    let room = Room(context: context)
    let messages = (0..<15).map { number in
      let message = Message(context: context)
      message.setValue(number, forKey: "position")
      return message
    }
    room.setValue(NSOrderedSet(array: Array(messages.prefix(4))), forKey: "messages")
    try context.save()
    return (room, messages)
  }

  private func check(
    _ set: NSMutableOrderedSet, _ expected: [Int], _ room: NSManagedObject,
    _ messages: [NSManagedObject], _ what: String
  ) {
    let numbers = { (objects: [Any]) in objects.map { Self.number($0, messages) } }
    #expect(numbers(set.array) == expected, "\(what)")
    #expect(numbers((0..<set.count).map { set.object(at: $0) }) == expected, "\(what)")
    #expect(numbers(Array(set)) == expected, "\(what)")
    #expect(set.firstObject.map { Self.number($0, messages) } == expected.first, "\(what)")
    #expect(set.lastObject.map { Self.number($0, messages) } == expected.last, "\(what)")
    let value = room.value(forKey: "messages") as? NSOrderedSet
    #expect(numbers(value?.array ?? []) == expected, "\(what)")
    for (number, message) in messages.enumerated() {
      let isMember = expected.contains(number)
      #expect((message.value(forKey: "room") != nil) == isMember, "\(what): \(number)")
      #expect(set.contains(message) == isMember, "\(what)")
      #expect(set.index(of: message) == (expected.firstIndex(of: number) ?? NSNotFound), "\(what)")
    }
  }

  @Test func `every two edits, one after the other, do what they do to a list`() throws {
    let stack = try stack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context("edit")
    try context.performAndWait {
      let (room, messages) = try room(in: context)
      for first in LongTests.all(Self.edits, orFirst: 6) {
        for second in Self.edits {
          let set = room.mutableOrderedSetValue(forKey: "messages")
          var expected = [0, 1, 2, 3]
          first.apply(set, messages)
          first.expect(&expected)
          let what = "\(first.testDescription), \(second.testDescription)"
          check(set, expected, room, messages, what)
          if expected.count < 2 { continue }
          second.apply(set, messages)
          second.expect(&expected)
          check(set, expected, room, messages, what)
          context.rollback()
        }
      }
    }
  }

  @Test(arguments: edits) func `an edit is tracked, saved and undone`(edit: Edit) throws {
    let stack = try stack()
    let context = stack.context("edit")
    let heard = Heard()
    try context.performAndWait {
      let (room, messages) = try room(in: context)
      context.undoManager = UndoManager()
      var expected = [0, 1, 2, 3]
      edit.expect(&expected)
      let observation = room.observe("messages") { _ in heard.count += 1 }
      let set = room.mutableOrderedSetValue(forKey: "messages")
      edit.apply(set, messages)
      check(set, expected, room, messages, "now")
      let isChange = expected != [0, 1, 2, 3]
      #expect(room.hasChanges == isChange)
      #expect((room.changedValues()["messages"] != nil) == isChange)
      #expect((heard.count > 0) == isChange)
      context.processPendingChanges()
      if isChange {
        context.undo()
        check(set, [0, 1, 2, 3], room, messages, "undone")
        context.redo()
      }
      check(set, expected, room, messages, "redone")
      observation.invalidate()
      try context.save()
      let id = room.objectID
      let numbers = messages.map { $0.objectID }
      let other = stack.context("other")
      other.performAndWait {
        let saved = other.object(with: id).value(forKey: "messages") as? NSOrderedSet
        let found = (saved?.array ?? []).map { member in
          numbers.firstIndex { $0 == (member as? NSManagedObject)?.objectID }
        }
        #expect(found == expected)
      }
    }
  }

  @Test func `a set shows what was changed by another way`() throws {
    let stack = try stack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context("edit")
    try context.performAndWait {
      let (room, messages) = try room(in: context)
      let set = room.mutableOrderedSetValue(forKey: "messages")
      messages[1].setValue(nil, forKey: "room")
      check(set, [0, 2, 3], room, messages, "by the inverse")
      messages[5].setValue(room, forKey: "room")
      check(set, [0, 2, 3, 5], room, messages, "by the inverse")
      context.rollback()
      check(set, [0, 1, 2, 3], room, messages, "by a rollback")
      context.delete(messages[0])
      context.processPendingChanges()
      check(set, [1, 2, 3], room, messages, "by a deletion")
    }
  }

  @Test func `a set that was copied is no window any more`() throws {
    let stack = try stack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context("edit")
    try context.performAndWait {
      let (room, messages) = try room(in: context)
      let set = room.mutableOrderedSetValue(forKey: "messages")
      let copies = [set.copy(), set.mutableCopy()].compactMap { $0 as? NSMutableOrderedSet }
      for copy in copies { copy.add(messages[9]) }
      check(set, [0, 1, 2, 3], room, messages, "copied")
      #expect(!room.hasChanges)
    }
  }
}

private final class Heard { var count = 0 }
