import Foundation
import Testing

@testable import CoreData

/// One attribute made of several, each with a column of its own.
struct CompositeAttributeTests {
  typealias StoreType = NSPersistentStore.StoreType

  static func stack(_ type: StoreType = .inMemory, onDisk: Bool = false) throws -> ChatStack {
    try ChatStack(
      type, onDisk: onDisk,
      model: { entities in
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        let inner = NSCompositeAttributeDescription()
        inner.name = "point"
        inner.elements = [
          ChatModel.attribute("x", .doubleAttributeType, default: 1.5),
          ChatModel.attribute("y", .doubleAttributeType),
        ]
        place.elements = [ChatModel.string("city"), inner]
        entities["Room"]!.properties += [place]
      })
  }

  @Test(arguments: WebStack.types)
  func `it is read and written as a dictionary, and its parts by key path`(type: StoreType) throws {
    let stack = try Self.stack(type, onDisk: type != .inMemory)
    let context = stack.context("editor")
    let id = try context.performAndWait {
      let room = context.insert("Room", ["name": "lobby"])
      #expect(room.value(forKeyPath: "place.point.x") as? Double == 1.5)
      room.setValue(["city": "Oslo", "point": ["x": 2.0, "y": 3.0]], forKey: "place")
      #expect(room.value(forKeyPath: "place.city") as? String == "Oslo")
      try context.save()
      #expect(room.changedValues().isEmpty)
      return room.objectID
    }
    let other = stack.context("other")
    try other.performAndWait {
      let room = try other.existingObject(with: id)
      let place = try #require(room.value(forKey: "place") as? [String: Any])
      #expect(place["city"] as? String == "Oslo")
      #expect((place["point"] as? [String: Any])?["y"] as? Double == 3)
      room.setValue("Rome", forKeyPath: "place.city")
      #expect(room.changedValues().keys.sorted() == ["place"])
      try other.save()
      room.setValue(nil, forKey: "place")
      #expect(room.value(forKey: "place") == nil)
    }
    #expect(
      (try stack.storedValue("place", of: id) as? [String: Any])?["city"] as? String == "Rome")
  }

  @Test(arguments: WebStack.types)
  func `its parts can be asked for and sorted by`(type: StoreType) throws {
    let stack = try Self.stack(type, onDisk: type != .inMemory)
    let context = stack.context("editor")
    try context.performAndWait {
      for (city, y) in [("Rome", 1.0), ("Oslo", 2.0), ("Bern", 3.0)] {
        let place: [String: Any] = ["city": city, "point": ["y": y]]
        context.insert("Room", ["name": city, "place": place])
      }
      for _ in 0..<2 {
        let request = NSFetchRequest<Room>(entityName: "Room")
        request.predicate = NSPredicate(format: "place.point.y >= 2 AND place.city != 'x'")
        request.sortDescriptors = [NSSortDescriptor(key: "place.city", ascending: true)]
        #expect(try context.fetch(request).map { $0["name"] } == ["Bern", "Oslo"])
        try context.save()
      }
    }
  }

  @Test(arguments: [StoreType.sqlite, .binary, .xml])
  func `it survives reopening, and moving to every other kind of store`(type: StoreType) throws {
    let stack = try Self.stack(type, onDisk: true)
    let context = stack.context("editor")
    let place: [String: Any] = ["city": "Oslo", "point": ["x": 2.5]]
    try context.performAndWait {
      context.insert("Room", ["name": "one", "place": place])
      context.insert("Room", ["name": "none"]).setValue(nil, forKey: "place")
      try context.save()
    }
    let store = stack.coordinator.persistentStores[0]
    for other in [StoreType.sqlite, .binary, .xml] where other != type {
      let url = try #require(store.url).appendingPathExtension(other.rawValue)
      let copy = try ForeignStack(model: stack.model, url: store.url, type: type)
      try copy.coordinator.migratePersistentStore(
        copy.store, to: url, options: nil, type: other)
      try copy.close()
      try Self.expectPlaces(ForeignStack(model: stack.model, url: url, type: other))
    }
    try Self.expectPlaces(ForeignStack(model: stack.model, url: store.url, type: type))
  }

  private static func expectPlaces(_ stack: ForeignStack) throws {
    defer { try? stack.close() }
    let context = stack.context()
    try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
      let rooms = try context.fetch(request)
      #expect(rooms.map { $0["name"] } == ["one", "none"])
      let place = rooms.first?.value(forKey: "place") as? [String: Any]
      #expect(place?["city"] as? String == "Oslo")
      #expect((place?["point"] as? [String: Any])?["x"] as? Double == 2.5)
      #expect((place?["point"] as? [String: Any])?.count == 1)
      #expect(rooms.last?.value(forKey: "place") == nil)
    }
  }

  @Test func `each part has a column`() throws {
    let stack = try Self.stack(.sqlite, onDisk: true)
    let file = try PlainDatabase(stack.coordinator.persistentStores[0].url)
    let sql = try file.text("SELECT sql FROM sqlite_schema WHERE name = 'ZROOM'")
    #expect(sql.contains("ZPLACE_CITY VARCHAR"))
    #expect(sql.contains("ZPLACE_POINT_X FLOAT") || sql.contains("ZPLACE_POINT_X REAL"))
  }

  @Test func `it is read from XML`() throws {
    let xml = """
      <model><entity name="Room">
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="place" optional="YES" attributeType="Composite"
          composite="Place"/>
      </entity>
      <composite name="Place">
        <attribute name="city" optional="YES" attributeType="String"/>
        <attribute name="zip" optional="YES" attributeType="Integer 32" defaultValueString="7"/>
      </composite></model>
      """
    let model = try ModelReader.model(from: Data(xml.utf8), at: SampleModelFile.url)
    let place = model.entitiesByName["Room"]?.attributesByName["place"]
    let elements = (place as? NSCompositeAttributeDescription)?.elements
    #expect(elements?.map(\.name) == ["city", "zip"])
    #expect(place?.attributeType == .compositeAttributeType)
  }

  @Test func `a dictionary sets all parts, in an object and in a batch, and a path sets one`()
    throws
  {
    let stack = try Self.stack(.sqlite)
    let id = try stack.add("Room", ["name": "a", "place": ["city": "Oslo", "point": ["y": 2.0]]])
    func update(_ properties: [AnyHashable: Any]) throws {
      let request = NSBatchUpdateRequest(entityName: "Room")
      request.propertiesToUpdate = properties
      let context = stack.context("batch")
      _ = try context.performAndWait { try context.execute(request) }
    }
    func place() throws -> String {
      let place = try stack.storedValue("place", of: id) as? [String: Any]
      let point = place?["point"] as? [String: Any]
      return "\(place?["city"] ?? "-") \(point?["x"] ?? "-") \(point?["y"] ?? "-")"
    }
    #expect(try place() == "Oslo - 2.0")
    try update(["place.city": "Rome"])
    #expect(try place() == "Rome - 2.0")
    try update(["place": ["city": "Bern"]])
    #expect(try place() == "Bern - -")
    try stack.context("editor").change(id, ["place": ["point": ["x": 1.0]]])
    #expect(try place() == "- 1.0 -")
    #expect(throws: CocoaError.self) { try update(["place": "Oslo"]) }
  }
}
