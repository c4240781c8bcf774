import Foundation
import Testing

@testable import CoreData

/// What `mutableOrderedSetValue(forKey:)` gives edits the relationship.
@Suite struct MutableOrderedSetTests {
  @Test func `edits of an ordered relationship's set are edits of the relationship`() throws {
    let stack = try ChatStack(model: {
      $0["Room"]?.relationshipsByName["messages"]?.isOrdered = true
    })
    let context = stack.context("edit")
    try context.performAndWait {
      let room = Room(context: context)
      let messages = (0..<5).map { number in
        let message = Message(context: context)
        message.setValue(number, forKey: "position")
        return message
      }
      try context.save()
      let set = room.mutableOrderedSetValue(forKey: "messages")
      func numbers() -> [Int] {
        set.array.compactMap { one in messages.firstIndex { $0 === one as AnyObject } }
      }
      set.addObjects(from: [messages[1], messages[2], messages[3]])
      set.exchangeObject(at: 0, withObjectAt: 2)
      set.remove(messages[2])
      set.insert(messages[4], at: 1)
      #expect(numbers() == [3, 4, 1])
      #expect(messages[3].value(forKey: "room") as? NSManagedObject === room)
      #expect(messages[2].value(forKey: "room") == nil)
      set.sort(using: [NSSortDescriptor(key: "position", ascending: true)])
      #expect(numbers() == [1, 3, 4])
      set.removeAllObjects()
      #expect(set.count == 0 && messages[3].value(forKey: "room") == nil)
      #expect(room.changedValues().keys.sorted() == ["messages"])
    }
  }
}
