import Foundation
import Testing

@testable import CoreData

/// Composite attributes under a migration manager.
struct CompositeMappingTests {
  @Test(arguments: [NSPersistentStore.StoreType.sqlite, .binary])
  func `composite attributes are mapped, by the names of their parts`(
    type: NSPersistentStore.StoreType
  ) throws {
    func model(_ parts: [NSAttributeDescription], _ extra: String? = nil) -> NSManagedObjectModel {
      ChatModel.make { entities in
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = parts
        entities["Room"]!.properties += [place]
        if let extra { entities["Room"]!.properties += [ChatModel.string(extra)] }
      }
    }
    let town = ChatModel.string("town")
    town.renamingIdentifier = "city"
    let number = ChatModel.attribute("zip", .integer32AttributeType)
    let old = model([ChatModel.string("city"), number])
    let new = model([town], "motto")
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("chat.store")
    do {
      let stack = try ForeignStack(model: old, url: url, type: type)
      let context = stack.context()
      try context.performAndWait {
        context.insert("Room", ["name": "lobby", "place": ["city": "Oslo", "zip": 7]])
        context.insert("Room", ["name": "none"])
        try context.save()
      }
      try stack.close()
      let mapping = try NSMappingModel.inferredMappingModel(
        forSourceModel: old, destinationModel: new)
      try NSMigrationManager(sourceModel: old, destinationModel: new).migrateStore(
        from: url, type: type, mapping: mapping, to: url, type: type)
      let again = try ForeignStack(model: new, url: url, type: type)
      let reader = again.context()
      try reader.performAndWait {
        let rooms = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
          .sorted { $0["name"]! < $1["name"]! }
        #expect(rooms.map { $0.value(forKeyPath: "place.town") as? String } == ["Oslo", nil])
        #expect(rooms[1].value(forKey: "place") == nil)
      }
      try again.close()
    }
  }
}
