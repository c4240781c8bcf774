import Foundation
import Testing

@testable import CoreData

/// A model that only adds attributes: the rows stay where they are, and get a column.
struct `Migrations that only add attributes` {
  private let fleet = Fleet()

  @Test func `R2: every row and value stays, in subentities too`() throws {
    try RuntimeKind.inBoth {
      try fleet.withStore { url in
        let before = try fleet.columns(url)
        for round in 0..<2 {
          try fleet.open(url, fleet.wider()) { context in
            try fleet.expectEverything(in: context)
            let request = NSFetchRequest<NSManagedObject>(entityName: "Vehicle")
            request.predicate = NSPredicate(format: "name IN {'Ada', 'Ben'}")
            for vehicle in try context.fetch(request) {
              #expect(vehicle["colour"] == (round == 0 ? nil : "red"))
              #expect(vehicle.value(forKey: "owners") as? Int == -1)
              vehicle["colour"] = "red"
            }
            request.predicate = NSPredicate(format: "engine == %@", "it's V6")
            let model = context.persistentStoreCoordinator?.managedObjectModel
            request.entity = model?.entitiesByName["Car"]
            #expect(try context.count(for: request) == round + 1)
            context.insert("Car", ["name": "new \(round)", "doors": 2])
            try context.save()
          }
        }
        let added = ["ZCOLOUR", "ZOWNERS", "ZMASTS", "ZENGINE"]
        #expect(try fleet.columns(url) == before + added)
        let indexes = try PlainDatabase(url).rows(
          "SELECT name FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'ZVEHICLE'")
        #expect(indexes.contains("Z_Car_engines"))
        #expect(indexes.contains("Z_Vehicle_UNIQUE_name"))
        #expect(try PlainDatabase(url).text("PRAGMA integrity_check") == "ok")
      }
    }
  }

  @Test func `a store with added columns is migrated again, by adding and by copying`() throws {
    try fleet.withStore { url in
      try fleet.open(url, fleet.wider()) { context in
        for vehicle in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Vehicle")) {
          vehicle["colour"] = "red"
        }
        try context.save()
      }
      let third = fleet.wider { $0["Boat"]!.properties.append(ChatModel.string("anchor")) }
      try fleet.open(url, third) { try fleet.expectEverything(in: $0) }
      #expect(try fleet.columns(url).last == "ZANCHOR")
      let renamed = fleet.wider {
        let colour = $0["Vehicle"]!.attributesByName["colour"]
        colour?.renamingIdentifier = "colour"
        colour?.name = "paint"
      }
      try fleet.open(url, renamed) { context in
        try fleet.expectEverything(in: context)
        for vehicle in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Vehicle")) {
          #expect(vehicle["paint"] == "red")
          #expect(vehicle.value(forKey: "owners") as? Int == -1)
        }
      }
      #expect(try fleet.columns(url).contains("ZPAINT"))
      #expect(try fleet.columns(url).contains("ZCOLOUR") == false)
      #expect(try fleet.columns(url).last != "ZANCHOR")
    }
  }

  /// Changes that need more than a column at the end of a table.
  private typealias Change = @Sendable ([String: NSEntityDescription]) -> Void
  private static let others: [(name: String, change: Change)] = [
    (
      "a derived attribute",
      {
        let length = NSDerivedAttributeDescription()
        length.name = "shout"
        length.attributeType = .stringAttributeType
        length.derivationExpression = NSExpression(format: "uppercase:(name)")
        $0["Vehicle"]!.properties.append(length)
      }
    ),
    (
      "a name that pushes another aside",
      { $0["Boat"]!.properties.append(ChatModel.attribute("doors", .integer16AttributeType)) }
    ),
    (
      "a name from elsewhere",
      {
        let alias = ChatModel.string("alias")
        alias.renamingIdentifier = "name"
        $0["Vehicle"]!.properties.append(alias)
      }
    ),
    (
      "a large default value",
      {
        let plan = ChatModel.attribute("plan", .binaryDataAttributeType, default: Data([1, 2]))
        plan.allowsExternalBinaryDataStorage = true
        $0["Vehicle"]!.properties.append(plan)
      }
    ),
    (
      "a constraint",
      {
        $0["Vehicle"]!.properties.append(ChatModel.string("number"))
        $0["Vehicle"]!.uniquenessConstraints = [["name"], ["number"]]
      }
    ),
    (
      "an entity",
      {
        let bus = NSEntityDescription()
        bus.name = "Bus"
        bus.properties = [ChatModel.string("line")]
        $0["Vehicle"]!.subentities.append(bus)
      }
    ),
  ]

  @Test(arguments: others.map(\.name))
  func `what else changes brings the rows into new tables`(name: String) throws {
    let other = try #require(Self.others.first { $0.name == name })
    try fleet.withStore { url in
      let model = fleet.model {
        other.change($0)
        $0["Vehicle"]!.properties.append(ChatModel.string("colour"))
      }
      try fleet.open(url, model) { context in
        try fleet.expectEverything(in: context)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Vehicle")
        for vehicle in try context.fetch(request) {
          let values = vehicle.entity.attributesByName
          if values["shout"] != nil { #expect(vehicle["shout"] == vehicle["name"]?.uppercased()) }
          if values["alias"] != nil { #expect(vehicle["alias"] == vehicle["name"]) }
          if values["plan"] != nil {
            #expect(vehicle.value(forKey: "plan") as? Data == Data([1, 2]))
          }
        }
      }
      #expect(try fleet.columns(url).last != "ZCOLOUR")
    }
  }

  @Test func `a context that has the file open goes on with the old model`() throws {
    try fleet.withStore { url in
      let early = try ForeignStack(model: fleet.model(), url: url)
      defer { try? early.close() }
      let context = early.context()
      try context.performAndWait { try fleet.expectEverything(in: context) }
      try fleet.open(url, fleet.wider()) { try fleet.expectEverything(in: $0) }
      try context.performAndWait {
        context.reset()
        try fleet.expectEverything(in: context)
        context.insert("Car", ["name": "Cem", "doors": 3])
        try context.save()
      }
      try fleet.open(url, fleet.wider()) { context in
        try fleet.expectEverything(in: context)
        let cars = NSFetchRequest<NSManagedObject>(entityName: "Car")
        cars.predicate = NSPredicate(format: "name == 'Cem' AND doors == 3")
        #expect(try context.count(for: cars) == 1)
      }
    }
  }
}
