import Foundation
import Testing

@testable import CoreData

/// A save gives new objects their permanent IDs before it writes; when the writing fails, they
/// have to be given back.
final class `A save that fails while it writes` {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("\(UUID().uuidString).sqlite")
  private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())

  init() throws { try coordinator.addPersistentStore(type: .sqlite, at: file) }

  deinit {
    for end in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: file.path + end)
    }
  }

  private func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  @Test func `new objects refer to each other by temporary IDs again, and are saved later`() throws
  {
    let stage = try PlainDatabase(file)
    try stage.run(
      "CREATE TRIGGER no BEFORE INSERT ON ZMESSAGE BEGIN SELECT RAISE(ABORT, 'not now'); END")
    let context = context()
    try context.performAndWait {
      let room = context.insert("Room", ["name": "Hall"])
      let message = context.insert("Message", ["text": "hello"])
      message.setValue(room, forKey: "room")
      #expect(throws: CocoaError.self) { try context.save() }
      #expect(room.objectID.isTemporaryID && message.objectID.isTemporaryID)
      let place = message.entity.layout.place(of: "room")
      guard case .value(let slot)? = place, case .reference(let id) = message.current(slot) else {
        Issue.record("the message lost its room")
        return
      }
      #expect(id === room.objectID)
      #expect(context.insertedObjects == [room, message])
      try stage.run("DROP TRIGGER no")
      try context.save()
      #expect(!room.objectID.isTemporaryID && !context.hasChanges)
    }
    let reader = self.context()
    try reader.performAndWait {
      let found = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
      let room = try #require(found.first?.value(forKey: "room") as? NSManagedObject)
      #expect(found.count == 1 && room["name"] == "Hall")
    }
  }
}
