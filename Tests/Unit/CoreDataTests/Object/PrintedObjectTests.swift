import Foundation
import Testing

@testable import CoreData

/// What `print` shows of an object: Apple's forms, without addresses.
struct PrintedObjectTests {
  @Test(arguments: RuntimeKind.both)
  func `an ID prints its URI, before and after its save`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      try context.performAndWait {
        let room = Room(context: context)
        #expect("\(room.objectID)" == "<\(room.objectID.uriRepresentation())>")
        #expect("\(room.objectID)".hasPrefix("<x-coredata:///Room/t"))
        try context.save()
        #expect("\(room.objectID)".hasSuffix("/Room/p1>"))
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `an object prints its values, and the IDs it is related to`(kind: RuntimeKind) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      try context.performAndWait {
        let room = Room(context: context)
        room["name"] = "Grüße \"1\""
        let message = Message(context: context)
        message["text"] = "Hello"
        message.setValue(room, forKey: "room")
        try context.save()
        let words = "\(room)"
        #expect(words.hasPrefix("<Room> (entity: Room; id: \(room.objectID); data: {\n"))
        #expect(words.contains("    name = \"Grüße \\\"1\\\"\";\n"))
        #expect(words.contains("    messages = (\(message.objectID));\n"))
        #expect("\(message)".contains("    room = \(room.objectID);\n"))
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `printing fires no fault`(kind: RuntimeKind) throws {
    try kind.run {
      let stack = try ChatStack()
      _ = try stack.savedRoom("lobby")
      let context = stack.context("reader")
      try context.performAndWait {
        let room = try context.fetch(NSFetchRequest<Room>(entityName: "Room"))[0]
        context.refresh(room, mergeChanges: false)
        #expect("\(room)".hasSuffix("data: <fault>)"))
        #expect(room.isFault)
        _ = room["name"]
        #expect("\(room)".contains("    messages = <relationship fault>;\n"))
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `off its queue an object prints who it is, and that is no violation`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let context = try ChatStack().context("one")
      let room = context.performAndWait { Room(context: context) }
      #expect("\(room)".hasSuffix("data: <not read off its queue>)"))
      #expect(context.confinementViolations.isEmpty)
    }
  }
}
