import Foundation
import Testing

@testable import CoreData

/// Properties by accessor, by name, primitive and observed.
@Suite(.everyStore) struct AccessTests {
  private static func with(
    _ body: @escaping (NSManagedObjectContext, NSManagedObject) throws -> Void
  ) throws {
    let stack = try ChatStack()
    defer { withExtendedLifetime(stack) {} }
    let context = stack.context("editor")
    try context.performAndWait {
      let message = Message(context: context)
      try body(context, message)
    }
  }

  @Test func `accessors and names reach the same values`() throws {
    try Self.with { _, message in
      message.setAttribute(PropertyKey("text"), to: "hello")
      #expect(message.value(forKey: "text") as? String == "hello")
      message.setValue("bye", forKey: "text")
      let text: String? = message.attribute(PropertyKey("text"))
      #expect(text == "bye")
      message.setAttribute(PropertyKey("position"), to: Int64(7))
      #expect(message.value(forKey: "position") as? NSNumber == 7)
      message.setAttribute(PropertyKey("isRead"), to: true)
      let isRead: Bool = message.attribute(PropertyKey("isRead"))
      #expect(isRead)
      let date = Date(timeIntervalSinceReferenceDate: 5)
      message.setAttribute(PropertyKey("sentAt"), to: date)
      #expect(message.value(forKey: "sentAt") as? Date == date)
    }
  }

  @Test func `an object starts with the model's defaults`() throws {
    try Self.with { _, message in
      #expect(message.value(forKey: "position") as? NSNumber == 0)
      #expect(message.value(forKey: "isRead") as? NSNumber == false)
      #expect(message.value(forKey: "text") == nil)
    }
  }

  @Test func `a relationship by accessor keeps the other side in step`() throws {
    try Self.with { context, message in
      let room = Room(context: context)
      message.setRelated(PropertyKey("room"), to: room)
      let found: Room? = message.related(PropertyKey("room"))
      #expect(found === room)
      #expect(room.value(forKey: "messages") as? Set<NSManagedObject> == [message])
    }
  }

  @Test func `a key path goes through relationships`() throws {
    try Self.with { context, message in
      let room = Room(context: context)
      message.setValue(room, forKey: "room")
      message.setValue("lobby", forKeyPath: "room.name")
      message.setValue("hello", forKey: "text")
      #expect(message.value(forKeyPath: "room.name") as? String == "lobby")
      #expect(room.value(forKeyPath: "messages.text") as? Set<String> == ["hello"])
    }
  }

  @Test func `primitive access is no change by itself`() throws {
    try Self.with { context, message in
      try context.save()
      message.setPrimitiveValue("quiet", forKey: "text")
      #expect(!message.hasChanges)
      message.willChangeValue(forKey: "text")
      message.setPrimitiveValue("loud", forKey: "text")
      message.didChangeValue(forKey: "text")
      #expect(message.hasChanges)
      #expect(message.primitiveValue(forKey: "text") as? String == "loud")
    }
  }

  @Test func `an observer hears edits and refreshes until it is released`() throws {
    try Self.with { context, message in
      message.setValue("one", forKey: "text")
      try context.save()
      var heard: [String] = []
      var observation: ManagedObjectObservation? = message.observe("text") {
        heard.append($0.value(forKey: "text") as? String ?? "-")
      }
      message.setValue("two", forKey: "text")
      message.setValue(3, forKey: "position")
      context.rollback()
      #expect(heard == ["two", "one"])
      observation?.invalidate()
      observation = nil
      message.setValue("four", forKey: "text")
      #expect(heard.count == 2)
    }
  }

  @Test func `several values are set at once, NSNull for nil`() throws {
    try Self.with { _, message in
      message.setValuesForKeys(["text": "hello", "position": 4])
      message.setValuesForKeys(["text": NSNull()])
      let values = message.dictionaryWithValues(forKeys: ["text", "position"])
      #expect(values["text"] is NSNull)
      #expect(values["position"] as? NSNumber == 4)
    }
  }
}
