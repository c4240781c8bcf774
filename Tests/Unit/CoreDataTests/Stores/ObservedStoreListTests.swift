import Foundation
import Testing

@testable import CoreData

extension `The stores of a coordinator` {
  /// What is widely observed, not promised.
  struct Observed {
    @Test(arguments: RuntimeKind.both)
    func `D17: a new UUID makes old URIs foreign`(kind: RuntimeKind) throws {
      try kind.run {
        let stage = try StoreStage(.sqliteFile)
        let row = try #require(try stage.insert("Room", [[:]]).first)
        stage.coordinator.setMetadata([NSStoreUUIDKey: UUID().uuidString], for: stage.store)
        let url = row.id.uriRepresentation()
        #expect(stage.coordinator.managedObjectID(forURIRepresentation: url) == nil)
        #expect(try stage.all("Room").first?.id.storeUUID == stage.store.identifier)
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `A15: without a store there is nowhere to save`(kind: RuntimeKind) throws {
      try kind.run {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
        let room = try #require(coordinator.managedObjectModel.entitiesByName["Room"])
        #expect { try coordinator.storeForInsertion(of: room) } throws: { error in
          (error as? CocoaError)?.localizedDescription.contains("no persistent stores") == true
        }
      }
    }

    @Test(arguments: RuntimeKind.both)
    func `Q8: the file is laid out as Apple's`(kind: RuntimeKind) throws {
      try kind.run {
        let stage = try StoreStage(.sqliteFile)
        let row = try #require(try stage.insert("Room", [["name": .text("a")]]).first)
        var changes = StoreChanges()
        changes.updates = [stage.update(row, "name", .text("b"))]
        try stage.save(changes)
        let file = try PlainDatabase(stage.store.url)
        #expect(try file.number("SELECT Z_OPT FROM ZROOM WHERE Z_PK = 1 AND ZNAME = 'b'") == 2)
        #expect(try file.number("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_NAME = 'Room'") == 3)
        #expect(try file.number("SELECT COUNT(*) FROM Z_METADATA WHERE Z_UUID <> ''") == 1)
      }
    }
  }
}
