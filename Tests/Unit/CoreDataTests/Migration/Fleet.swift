import Foundation
import Testing

@testable import CoreData

/// A store of boats and cars, which is opened with one model after the other.
struct Fleet {
  private let migrating: [AnyHashable: Any] = [
    NSMigratePersistentStoresAutomaticallyOption: true,
    NSInferMappingModelAutomaticallyOption: true,
  ]

  /// Vehicles with unique names, among them boats and cars in the same table, and their owners.
  func model(
    _ change: ([String: NSEntityDescription]) -> Void = { _ in }
  ) -> NSManagedObjectModel {
    let plate = NSDerivedAttributeDescription()
    plate.name = "plate"
    plate.attributeType = .stringAttributeType
    plate.derivationExpression = NSExpression(format: "canonical:(name)")
    let photo = ChatModel.attribute("photo", .binaryDataAttributeType)
    photo.allowsExternalBinaryDataStorage = true
    return ChatModel.make { chat in
      let vehicle = chat["Member"]!
      vehicle.name = "Vehicle"
      vehicle.properties += [plate, photo]
      vehicle.uniquenessConstraints = [["name"]]
      let (boat, car) = (NSEntityDescription(), NSEntityDescription())
      (boat.name, car.name) = ("Boat", "Car")
      boat.properties = [ChatModel.string("harbour")]
      car.properties = [ChatModel.attribute("doors", .integer16AttributeType)]
      vehicle.subentities = [boat, car]
      change(["Vehicle": vehicle, "Boat": boat, "Car": car, "Room": chat["Room"]!])
    }
  }

  func withStore(_ body: (URL) throws -> Void) throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let url = folder.appendingPathComponent("fleet.sqlite")
    try open(url, model()) { context in
      let room = context.insert("Room", ["name": "pier"])
      let boat = context.insert(
        "Boat", ["name": "Ada", "harbour": "Kiel", "photo": Data(repeating: 7, count: 200_000)])
      let car = context.insert("Car", ["name": "Ben", "doors": 4])
      room.setValue(Set([boat, car]), forKey: "members")
      context.insert("Message", ["text": "hi", "room": room, "author": boat])
      try context.save()
    }
    try body(url)
  }

  func open(
    _ url: URL, _ model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Void
  ) throws {
    let stack = try ForeignStack(model: model, url: url, options: migrating)
    defer { try? stack.close() }
    let context = stack.context()
    try context.performAndWait { try body(context) }
  }

  /// Every value of every object that was there from the beginning.
  func expectEverything(in context: NSManagedObjectContext) throws {
    let vehicles = NSFetchRequest<NSManagedObject>(entityName: "Vehicle")
    vehicles.predicate = NSPredicate(format: "name IN {'Ada', 'Ben'}")
    vehicles.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    let found = try context.fetch(vehicles)
    #expect(found.map { $0.entity.name } == ["Boat", "Car"])
    #expect(found.map { $0["name"] } == ["Ada", "Ben"])
    #expect(found.map { $0["plate"] } == ["ada", "ben"])
    #expect(found.first?["harbour"] == "Kiel")
    #expect(found.last?.value(forKey: "doors") as? Int == 4)
    #expect(found.first?.value(forKey: "photo") as? Data == Data(repeating: 7, count: 200_000))
    let rooms = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Room"))
    #expect((rooms.first?.value(forKey: "members") as? Set<NSManagedObject>)?.count == 2)
    let messages = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Message"))
    #expect(messages.map { ($0.value(forKey: "author") as? NSManagedObject)?["name"] } == ["Ada"])
  }

  func columns(_ url: URL) throws -> [String] {
    try PlainDatabase(url).rows("SELECT name FROM pragma_table_info('ZVEHICLE') ORDER BY cid")
  }

  /// With attributes of all kinds that can be added.
  func wider(
    _ more: ([String: NSEntityDescription]) -> Void = { _ in }
  ) -> NSManagedObjectModel {
    model {
      let silent = ChatModel.string("silent")
      silent.isTransient = true
      $0["Vehicle"]!.properties += [
        ChatModel.string("colour"), silent,
        ChatModel.attribute("owners", .integer16AttributeType, default: -1),
      ]
      $0["Boat"]!.properties.append(ChatModel.attribute("masts", .decimalAttributeType))
      $0["Car"]!.properties.append(
        ChatModel.attribute("engine", .stringAttributeType, default: "it's V6"))
      $0["Car"]!.indexes = [
        NSFetchIndexDescription(
          name: "engines",
          elements: [
            NSFetchIndexElementDescription(
              property: $0["Car"]!.attributesByName["engine"]!, collationType: .binary)
          ])
      ]
      more($0)
    }
  }
}
