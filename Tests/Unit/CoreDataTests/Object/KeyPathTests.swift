import Foundation
import Testing

@testable import CoreData

/// Key paths as the Key-Value Coding guide has them.
@Suite(.everyStore) struct KeyPathTests {
  /// A room with three messages at 1, 3 and nowhere, two of which say the same, and one without any.
  private func with(
    _ body: (_ room: NSManagedObject, _ empty: NSManagedObject) throws -> Void
  ) throws {
    let stack = try ChatStack(model: { entities in
      let last = NSRelationshipDescription()
      last.name = "log"
      last.destinationEntity = entities["Message"]
      last.isOrdered = true
      entities["Room"]!.properties += [last]
    })
    let context = stack.context("editor")
    try context.performAndWait {
      let room = context.insert("Room", ["name": "lobby"])
      let messages = [("b", 1), ("a", 3), ("b", nil)].map { text, position in
        let message = context.insert("Message", ["text": text, "room": room])
        message.setValue(position, forKey: "position")
        return message
      }
      room.setValue(NSOrderedSet(array: messages), forKey: "log")
      let empty = context.insert("Room", ["name": "attic"])
      try body(room, empty)
    }
  }

  private func number(_ object: NSManagedObject, _ path: String) -> Double? {
    (object.value(forKeyPath: path) as? NSNumber)?.doubleValue
  }

  @Test func `members are counted, added up and compared`() throws {
    try with { room, empty in
      #expect(room.value(forKeyPath: "messages.@count") as? Int == 3)
      #expect(empty.value(forKeyPath: "messages.@count") as? Int == 0)
      #expect(room.value(forKeyPath: "messages.@sum.position") as? Int == 4)
      #expect(number(empty, "messages.@sum.position") == 0)
      // What is missing counts as 0.
      #expect(number(room, "messages.@avg.position") == 4.0 / 3)
      #expect(number(empty, "messages.@avg.position") == 0)
      #expect(room.value(forKeyPath: "messages.@max.position") as? Int == 3)
      #expect(room.value(forKeyPath: "messages.@min.position") as? Int == 1)
      #expect(room.value(forKeyPath: "messages.@min.text") as? String == "a")
      #expect(empty.value(forKeyPath: "messages.@max.position") == nil)
      #expect(room.value(forKeyPath: "messages.@max.room.name") as? String == "lobby")
    }
  }

  @Test func `a path through a relationship leads to a set, ordered if the relationship is`() throws
  {
    try with { room, empty in
      #expect(room.value(forKeyPath: "messages.text") as? Set<String> == ["a", "b"])
      #expect((empty.value(forKeyPath: "messages.text") as? Set<String>)?.isEmpty == true)
      #expect(
        (room.value(forKeyPath: "log.text") as? NSOrderedSet)?.array as? [String] == ["b", "a"])
      #expect(room.value(forKeyPath: "messages.room") as? Set<NSManagedObject> == [room])
      #expect(room.value(forKeyPath: "log.@unionOfObjects.text") as? [String] == ["b", "a", "b"])
      #expect(
        room.value(forKeyPath: "log.@distinctUnionOfObjects.text") as? [String] == ["b", "a"])
    }
  }

  @Test func `arrays, sets and dictionaries answer, too`() throws {
    try with { room, empty in
      let rooms = [room, empty] as NSArray
      #expect(rooms.value(forKey: "name") as? [String] == ["lobby", "attic"])
      #expect(rooms.value(forKeyPath: "@count") as? Int == 2)
      #expect(rooms.value(forKeyPath: "@max.name") as? String == "lobby")
      #expect((rooms.value(forKey: "topic") as? [Any])?.allSatisfy { $0 is NSNull } == true)
      #expect(
        rooms.value(forKeyPath: "@distinctUnionOfSets.messages.text") as? Set<String> == ["a", "b"])
      #expect(
        NSSet(array: [room, empty]).value(forKey: "name") as? Set<String> == ["lobby", "attic"])
      #expect(NSOrderedSet(array: [room, empty]).value(forKeyPath: "@count") as? Int == 2)
      let numbers = [3, 1, 2] as NSArray
      #expect(numbers.value(forKeyPath: "@sum.self") as? Int == 6)
      #expect((numbers.value(forKeyPath: "@avg.self") as? NSNumber)?.doubleValue == 2)
      let lists = [["a", "b"], ["b"]] as NSArray
      #expect(lists.value(forKeyPath: "@unionOfArrays.self") as? [String] == ["a", "b", "b"])
      #expect(lists.value(forKeyPath: "@distinctUnionOfArrays.self") as? [String] == ["a", "b"])
      let found = [["n": 2], ["n": 5]] as NSArray
      #expect(found.value(forKeyPath: "@max.n") as? Int == 5)
    }
  }

  @Test func `a path through a relationship sets every member`() throws {
    try with { room, _ in
      room.setValue("same", forKeyPath: "messages.text")
      #expect(room.value(forKeyPath: "messages.text") as? Set<String> == ["same"])
    }
  }

  @Test func `a path that leads nowhere stops the program and says where it ends`() async throws {
    await #expect(processExitsWith: .failure) {
      try KeyPathTests().with { room, _ in _ = room.value(forKeyPath: "name.colour") }
    }
    await #expect(processExitsWith: .failure) {
      try KeyPathTests().with { room, _ in _ = room.value(forKeyPath: "messages.@median.position") }
    }
  }
}
