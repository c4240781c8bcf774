import Foundation
import Testing

@testable import CoreData

/// Group M: a relationship that is not kept in step.
struct DanglingTests {
  @Test(arguments: RuntimeKind.both, [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `M2: a relationship without an inverse is left dangling`(
    kind: RuntimeKind, type: NSPersistentStore.StoreType
  ) throws {
    try kind.run {
      let stack = try ChatStack(type, model: { Self.addPins(to: $0) })
      let lobby = try stack.savedRoom("lobby")
      let context = stack.context("owner")
      let message = try context.performAndWait {
        let message = context.insert("Message", ["text": "hello"])
        message.setValue(context.object(with: lobby), forKey: "pinnedIn")
        try context.save()
        return message.objectID
      }
      try context.performAndWait {
        context.delete(try context.existingObject(with: lobby))
        try context.save()
      }
      let reader = stack.context("reader")
      try reader.performAndWait {
        let found = try reader.existingObject(with: message)
        let pinned = try #require(found.value(forKey: "pinnedIn") as? NSManagedObject)
        #expect(pinned.objectID == lobby, "the reference is still there")
        #expect(pinned["name"] == nil && pinned.isDeleted, "its row is not")
      }
    }
  }

  /// `Message.pinnedIn`, of which `Room` knows nothing.
  private static func addPins(to entities: [String: NSEntityDescription]) {
    let pin = NSRelationshipDescription()
    pin.name = "pinnedIn"
    pin.destinationEntity = entities["Room"]
    pin.maxCount = 1
    entities["Message"]?.properties += [pin]
  }
}
