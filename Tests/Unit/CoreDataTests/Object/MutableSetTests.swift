import Foundation
import Testing

@testable import CoreData

/// What `mutableSetValue(forKey:)` gives can be edited in every way that an `NSMutableSet` can,
/// and the relationship follows.
@Suite(.everyStore) struct MutableSetTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (NSMutableSet, [NSManagedObject]) -> Void
    let expect: @Sendable (Set<Int>) -> Set<Int>

    init(
      _ name: String, _ apply: @escaping @Sendable (NSMutableSet, [NSManagedObject]) -> Void,
      _ expect: @escaping @Sendable (Set<Int>) -> Set<Int>
    ) {
      (testDescription, self.apply, self.expect) = (name, apply, expect)
    }
  }

  static let edits: [Edit] = [
    Edit("add", { $0.add($1[4]) }, { $0.union([4]) }),
    Edit("addObjects", { $0.addObjects(from: [$1[5], $1[0]]) }, { $0.union([5, 0]) }),
    Edit("remove", { $0.remove($1[1]) }, { $0.subtracting([1]) }),
    Edit("remove what is not there", { $0.remove($1[8]) }, { $0 }),
    Edit("intersect", { $0.intersect([$1[0], $1[4]]) }, { $0.intersection([0, 4]) }),
    Edit("minus", { $0.minus([$1[0], $1[7]]) }, { $0.subtracting([0]) }),
    Edit("union", { $0.union([$1[6], $1[0]]) }, { $0.union([6, 0]) }),
    Edit("setSet", { $0.setSet([$1[2], $1[9]]) }, { _ in [2, 9] }),
    Edit(
      "filter", { set, _ in set.filter(using: NSPredicate(format: "position > 1")) },
      {
        $0.filter { $0 > 1 }
      }),
    Edit("removeAllObjects", { set, _ in set.removeAllObjects() }, { _ in [] }),
  ]

  private func room(
    in context: NSManagedObjectContext
  ) throws -> (room: NSManagedObject, messages: [NSManagedObject]) {
    let room = Room(context: context)
    let messages = (0..<10).map { number in
      let message = Message(context: context)
      message.setValue(number, forKey: "position")
      return message
    }
    room.setValue(Set(messages.prefix(4)), forKey: "messages")
    try context.save()
    return (room, messages)
  }

  private func check(
    _ set: NSMutableSet, _ expected: Set<Int>, _ room: NSManagedObject,
    _ messages: [NSManagedObject], _ what: String
  ) {
    let members = Set(expected.map { messages[$0] })
    #expect(Set(set.compactMap { $0 as? NSManagedObject }) == members, "\(what)")
    #expect(set.count == expected.count && set.allObjects.count == expected.count, "\(what)")
    #expect(room.value(forKey: "messages") as? Set<NSManagedObject> == members, "\(what)")
    for (number, message) in messages.enumerated() {
      let isMember = expected.contains(number)
      #expect((message.value(forKey: "room") != nil) == isMember, "\(what): \(number)")
      #expect(set.contains(message) == isMember, "\(what)")
    }
    #expect(!set.description.isEmpty)
  }

  @Test func `every two edits, one after the other, do what they do to a set`() throws {
    let stack = try ChatStack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context("edit")
    try context.performAndWait {
      let (room, messages) = try room(in: context)
      for first in Self.edits {
        for second in Self.edits {
          let set = room.mutableSetValue(forKey: "messages")
          first.apply(set, messages)
          let once = first.expect([0, 1, 2, 3])
          let what = "\(first.testDescription), \(second.testDescription)"
          check(set, once, room, messages, what)
          second.apply(set, messages)
          check(set, second.expect(once), room, messages, what)
          context.rollback()
        }
      }
    }
  }

  @Test(arguments: edits) func `an edit is tracked, saved and undone`(edit: Edit) throws {
    let stack = try ChatStack(.sqlite, onDisk: true)
    let context = stack.context("edit")
    try context.performAndWait {
      let (room, messages) = try room(in: context)
      context.undoManager = UndoManager()
      let expected = edit.expect([0, 1, 2, 3])
      let set = room.mutableSetValue(forKey: "messages")
      edit.apply(set, messages)
      let isChange = expected != [0, 1, 2, 3]
      #expect(room.hasChanges == isChange)
      #expect((room.changedValues()["messages"] != nil) == isChange)
      context.processPendingChanges()
      if isChange {
        context.undo()
        check(set, [0, 1, 2, 3], room, messages, "undone")
        context.redo()
      }
      check(set, expected, room, messages, "redone")
      try context.save()
      let other = stack.context("other")
      let (id, ids) = (room.objectID, Set(expected.map { messages[$0].objectID }))
      other.performAndWait {
        let saved = other.object(with: id).value(forKey: "messages") as? Set<NSManagedObject>
        #expect(Set((saved ?? []).map(\.objectID)) == ids)
      }
    }
  }

  @Test
  func `a cast to a Swift set finds no member; its objects and the value for the key do`() throws {
    let stack = try ChatStack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context("edit")
    try context.performAndWait {
      let (room, messages) = try room(in: context)
      let set = room.mutableSetValue(forKey: "messages")
      #expect((set as Any) as? Set<NSManagedObject> == [])
      #expect(Set(set.allObjects.compactMap { $0 as? NSManagedObject }) == Set(messages.prefix(4)))
      #expect(room.value(forKey: "messages") as? Set<NSManagedObject> == Set(messages.prefix(4)))
    }
  }

  @Test func `what a relationship cannot hold stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let context = try ChatStack().context("edit")
      context.performAndWait {
        Room(context: context).mutableSetValue(forKey: "messages").add("hello")
      }
    }
  }

  @Test func `a list of an unordered relationship stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let context = try ChatStack().context("edit")
      context.performAndWait {
        _ = Room(context: context).mutableOrderedSetValue(forKey: "messages")
      }
    }
  }

  @Test func `a set of an ordered relationship stops the program`() async {
    await #expect(processExitsWith: .failure) {
      let stack = try ChatStack(model: { entities in
        entities["Room"]?.relationshipsByName["messages"]?.isOrdered = true
      })
      let context = stack.context("edit")
      context.performAndWait {
        _ = Room(context: context).mutableSetValue(forKey: "messages")
      }
    }
  }
}
