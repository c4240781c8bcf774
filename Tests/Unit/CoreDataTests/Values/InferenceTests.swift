import Foundation
import Testing

@testable import CoreData

/// What can be worked out from two versions of a model, and what is refused.
struct `A migration` {
  private let folder: URL
  private let url: URL

  init() throws {
    folder = try TemporaryFolder.make()
    url = folder.appendingPathComponent("old.sqlite")
  }

  private static var migrating: [AnyHashable: Any] {
    [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
  }

  private func entity(_ name: String, _ attributes: [NSAttributeDescription]) -> NSEntityDescription
  {
    let entity = NSEntityDescription()
    entity.name = name
    entity.properties = attributes
    return entity
  }

  private func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
  }

  private func open(_ model: NSManagedObjectModel) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: Self.migrating)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  /// Makes a store with one object of each of these entities, and closes it.
  private func write(_ model: NSManagedObjectModel, _ values: [String: [[String: Any]]]) throws {
    let context = try open(model)
    try context.performAndWait {
      for (entity, objects) in values.sorted(by: { $0.key < $1.key }) {
        for object in objects {
          NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            .setValuesForKeys(object)
        }
      }
      try context.save()
    }
    let coordinator = try #require(context.persistentStoreCoordinator)
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  private func values(_ key: String, of entity: String, _ context: NSManagedObjectContext) throws
    -> [String]
  {
    try context.performAndWait {
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
        .map { "\($0.value(forKey: key) ?? "nil")" }
    }
  }

  private func attribute(
    _ name: String, _ type: NSAttributeType, was old: String? = nil
  ) -> NSAttributeDescription {
    let attribute = ChatModel.attribute(name, type)
    attribute.renamingIdentifier = old
    return attribute
  }

  /// Opening with `new` must fail with 134190 and leave the file as it is, byte by byte.
  private func expectRefusal(
    of new: NSManagedObjectModel, naming words: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try Data(contentsOf: url)
    let error = #expect(throws: CocoaError.self, sourceLocation: sourceLocation) {
      try open(new)
    }
    #expect(error?.code == .inferredMappingModel, sourceLocation: sourceLocation)
    for word in words {
      #expect(
        error?.localizedDescription.contains(word) == true, "\(error?.localizedDescription ?? "")",
        sourceLocation: sourceLocation)
    }
    #expect(try Data(contentsOf: url) == before, sourceLocation: sourceLocation)
  }
  @Test(arguments: [true, false])
  func `moves large values into files and back`(isRecorded: Bool) throws {
    func pictures(external: Bool) -> NSManagedObjectModel {
      let data = attribute("data", .binaryDataAttributeType)
      data.allowsExternalBinaryDataStorage = external
      return model(entity("Picture", [data, attribute("name", .stringAttributeType)]))
    }
    func files() -> Int {
      let path = folder.appendingPathComponent(".old.sqlite_SUPPORT/_EXTERNAL_DATA").path
      return (try? FileManager.default.contentsOfDirectory(atPath: path))?.count ?? 0
    }
    func read(external: Bool) throws -> [Data?] {
      let context = try open(pictures(external: external))
      let request = NSFetchRequest<NSManagedObject>(entityName: "Picture")
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let found = try context.performAndWait {
        try context.fetch(request).map { $0.value(forKey: "data") as? Data }
      }
      let coordinator = try #require(context.persistentStoreCoordinator)
      for store in coordinator.persistentStores { try coordinator.remove(store) }
      return found
    }
    let (large, small) = (Data(repeating: 5, count: 200_000), Data([2, 65, 0]))
    try write(
      pictures(external: false),
      ["Picture": [["name": "a", "data": large], ["name": "b", "data": small], ["name": "c"]]])
    // A store from before there was a record of the model.
    if !isRecorded { try PlainDatabase(url).run("DROP TABLE Z_MODELCACHE") }
    #expect(try read(external: true) == [large, small, nil])
    #expect(files() == 1)
    #expect(try read(external: true) == [large, small, nil])
    #expect(try read(external: false) == [large, small, nil])
    #expect(files() == 0)
  }

  @Test(arguments: [
    (NSAttributeType.stringAttributeType, NSAttributeType.integer64AttributeType),
    (.integer64AttributeType, .stringAttributeType),
    (.integer64AttributeType, .integer16AttributeType),
    (.doubleAttributeType, .floatAttributeType), (.UUIDAttributeType, .binaryDataAttributeType),
    (.stringAttributeType, .URIAttributeType), (.integer16AttributeType, .booleanAttributeType),
    (.decimalAttributeType, .doubleAttributeType), (.dateAttributeType, .doubleAttributeType),
  ])
  func `does not change the type of an attribute, and leaves the file alone`(
    old: NSAttributeType, new: NSAttributeType
  ) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(model(entity("Item", [attribute("level", old)])), ["Item": [[:]]])
    try expectRefusal(
      of: model(entity("Item", [attribute("level", new)])), naming: "Item.level")
    _ = try open(model(entity("Item", [attribute("level", old)])))
  }

  @Test func `widens integers and floats`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(
      model(
        entity(
          "Item", [attribute("a", .integer16AttributeType), attribute("b", .floatAttributeType)])),
      ["Item": [["a": 7, "b": 0.5]]])
    let context = try open(
      model(
        entity(
          "Item", [attribute("a", .integer64AttributeType), attribute("b", .doubleAttributeType)])))
    #expect(try values("a", of: "Item", context) == ["7"])
    #expect(try values("b", of: "Item", context) == ["0.5"])
  }

  @Test func `refuses another type by its column when the file says nothing of types`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(model(entity("Item", [attribute("level", .stringAttributeType)])), ["Item": [[:]]])
    try PlainDatabase(url).run("DROP TABLE Z_MODELCACHE")
    try expectRefusal(
      of: model(entity("Item", [attribute("level", .integer64AttributeType)])),
      naming: "Item.level")
  }

  @Test func `exchanges the values of two attributes that exchange their names`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func version(_ first: String?, _ second: String?) -> NSManagedObjectModel {
      model(
        entity(
          "Item",
          [
            attribute("first", .stringAttributeType, was: first),
            attribute("second", .stringAttributeType, was: second),
          ]))
    }
    try write(version(nil, nil), ["Item": [["first": "a", "second": "b"]]])
    for _ in 0..<2 {
      let context = try open(version("second", "first"))
      #expect(try values("first", of: "Item", context) == ["b"])
      #expect(try values("second", of: "Item", context) == ["a"])
    }
    let later = try open(version(nil, nil))
    #expect(try values("first", of: "Item", later) == ["b"])
  }

  @Test func `keeps what was renamed in an earlier version, whose identifiers stay in the model`()
    throws
  {
    defer { try? FileManager.default.removeItem(at: folder) }
    func version(_ number: Int) -> NSManagedObjectModel {
      let first = number == 1
      let item = entity(
        first ? "Item" : "Thing",
        [attribute(first ? "name" : number == 4 ? "heading" : "title", .stringAttributeType)])
      let owner = entity(first ? "Owner" : "Keeper", [])
      let things = NSRelationshipDescription()
      (things.name, things.destinationEntity) = (first ? "items" : "things", item)
      let keepers = NSRelationshipDescription()
      (keepers.name, keepers.destinationEntity) = (first ? "owners" : "keepers", owner)
      let best = NSRelationshipDescription()
      (best.name, best.destinationEntity) = (first ? "best" : "favourite", item)
      best.maxCount = 1
      let bestOf = NSRelationshipDescription()
      (bestOf.name, bestOf.destinationEntity) = ("bestOf", owner)
      (things.inverseRelationship, keepers.inverseRelationship) = (keepers, things)
      (best.inverseRelationship, bestOf.inverseRelationship) = (bestOf, best)
      item.properties += [keepers, bestOf]
      owner.properties += [things, best]
      if !first {
        (item.renamingIdentifier, owner.renamingIdentifier) = ("Item", "Owner")
        item.attributesByName.values.first?.renamingIdentifier = "name"
        (things.renamingIdentifier, keepers.renamingIdentifier) = ("items", "owners")
        best.renamingIdentifier = "best"
      }
      if number > 2 {
        let other = attribute("other", .stringAttributeType)
        (other.isOptional, other.defaultValue) = (false, "new")
        item.properties.append(other)
      }
      return model(item, owner)
    }
    let context = try open(version(1))
    try context.performAndWait {
      let item = context.insert("Item", ["name": "a"])
      context.insert("Owner", ["items": Set([item]), "best": item])
      try context.save()
    }
    for number in 2...4 {
      let context = try open(version(number))
      let name = number == 4 ? "heading" : "title"
      try context.performAndWait {
        let keepers = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Keeper"))
        #expect(keepers.count == 1)
        let things = keepers.first?.value(forKey: "things") as? Set<NSManagedObject> ?? []
        #expect(things.map { $0[name] } == ["a"], "version \(number)")
        let best = keepers.first?.value(forKey: "favourite") as? NSManagedObject
        #expect(best?[name] == "a", "version \(number)")
      }
    }
  }

  /// Renamed entities get other numbers, and the other side then names the table of pairs.
  @Test(arguments: [(false, false), (true, true), (false, true), (true, false)])
  func `keeps who belongs to whom, and in which order, when both sides are renamed`(
    wasOrdered: Bool, isOrdered: Bool
  ) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func version(_ number: Int) -> NSManagedObjectModel {
      let first = number == 1
      let item = entity(first ? "Item" : "Thing", [attribute("name", .stringAttributeType)])
      let owner = entity(first ? "Owner" : "Keeper", [attribute("name", .stringAttributeType)])
      let (items, owners) = (NSRelationshipDescription(), NSRelationshipDescription())
      (items.name, items.destinationEntity) = (first ? "items" : "things", item)
      (owners.name, owners.destinationEntity) = (first ? "owners" : "keepers", owner)
      (items.inverseRelationship, owners.inverseRelationship) = (owners, items)
      owners.isOrdered = first ? wasOrdered : isOrdered
      item.properties.append(owners)
      owner.properties.append(items)
      if !first {
        (item.renamingIdentifier, owner.renamingIdentifier) = ("Item", "Owner")
        (items.renamingIdentifier, owners.renamingIdentifier) = ("items", "owners")
      }
      return model(item, owner)
    }
    let context = try open(version(1))
    try context.performAndWait {
      context.insert("Item", ["name": "alone"])
      let owners = ["a", "b", "c", "d"].map { context.insert("Owner", ["name": $0]) }
      try context.save()
      let item = context.insert("Item", ["name": "shared"])
      let chosen = [owners[3], owners[0], owners[2]]
      item.setValue(
        wasOrdered ? NSOrderedSet(array: chosen) : NSSet(array: chosen), forKey: "owners")
      try context.save()
    }
    let new = try open(version(2))
    try new.performAndWait {
      for thing in try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Thing")) {
        let keepers = thing.value(forKey: "keepers")
        let members = (keepers as? NSOrderedSet)?.array ?? (keepers as? NSSet)?.allObjects ?? []
        let names = members.compactMap { ($0 as? NSManagedObject)?["name"] }
        let expected = thing["name"] == "alone" ? [] : ["d", "a", "c"]
        #expect(
          (wasOrdered && isOrdered ? names : names.sorted())
            == (wasOrdered && isOrdered ? expected : expected.sorted()))
      }
    }
  }

  @Test(arguments: ["owner", "owners"])
  func `makes a to-one relationship a to-many one that has the same member`(name: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func version(_ number: Int) -> NSManagedObjectModel {
      let item = entity("Item", [attribute("name", .stringAttributeType)])
      let owner = entity("Owner", [attribute("name", .stringAttributeType)])
      let (items, owners) = (NSRelationshipDescription(), NSRelationshipDescription())
      (items.name, items.destinationEntity) = ("items", item)
      (owners.name, owners.destinationEntity) = (number == 1 ? "owner" : name, owner)
      owners.renamingIdentifier = "owner"
      owners.maxCount = number == 1 ? 1 : 0
      (items.inverseRelationship, owners.inverseRelationship) = (owners, items)
      item.properties.append(owners)
      owner.properties.append(items)
      return model(item, owner)
    }
    let context = try open(version(1))
    try context.performAndWait {
      let owners = ["a", "b", "c"].map { context.insert("Owner", ["name": $0]) }
      context.insert("Item", ["name": "alone"])
      try context.save()
      context.insert("Item", ["name": "owned", "owner": owners[2]])
      try context.save()
    }
    let new = try open(version(2))
    try new.performAndWait {
      for item in try new.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) {
        let members = item.value(forKey: name) as? Set<NSManagedObject> ?? []
        #expect(members.map { $0["name"] } == (item["name"] == "alone" ? [] : ["c"]))
      }
    }
  }

  @Test func `keeps what subentities call by the same name`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func version(_ number: Int) -> NSManagedObjectModel {
      let parent = entity("Item", [])
      let kinds = ["Book", "Car", "Desk"].map { name in
        entity(name, [attribute("code", .stringAttributeType)])
      }
      if number > 1 {
        let other = attribute("other", .stringAttributeType)
        (other.isOptional, other.defaultValue) = (false, "new")
        kinds[0].properties.append(other)
      }
      // One that comes before all the others.
      let first = entity("Axe", [attribute("code", .stringAttributeType)])
      parent.subentities = number > 2 ? [first] + kinds : kinds
      let model = NSManagedObjectModel()
      model.entities = [parent] + parent.subentities
      return model
    }
    try write(
      version(1), ["Book": [["code": "b"]], "Car": [["code": "c"]], "Desk": [["code": "d"]]])
    for number in 1...3 {
      let context = try open(version(number))
      for (name, code) in [("Book", "b"), ("Car", "c"), ("Desk", "d")] {
        #expect(try values("code", of: name, context) == [code], "version \(number)")
      }
    }
  }

  @Test func `keeps the parts of composite attributes`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    func version(_ number: Int) -> NSManagedObjectModel {
      let place = NSCompositeAttributeDescription()
      place.name = number == 3 ? "site" : "place"
      if number == 3 { place.renamingIdentifier = "place" }
      place.elements = [
        attribute("city", .stringAttributeType), attribute("street", .stringAttributeType),
      ]
      let item = entity("Item", [])
      item.properties = [place]
      if number > 1 {
        let other = attribute("other", .stringAttributeType)
        (other.isOptional, other.defaultValue) = (false, "new")
        item.properties.append(other)
      }
      return model(item)
    }
    try write(version(1), ["Item": [["place": ["city": "Ulm", "street": "Bridge"]]]])
    for number in 1...3 {
      let context = try open(version(number))
      let place = number == 3 ? "site" : "place"
      try context.performAndWait {
        let items = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        let found = items.first?.value(forKey: place) as? [String: Any]
        #expect(found?["city"] as? String == "Ulm", "version \(number)")
        #expect(found?["street"] as? String == "Bridge", "version \(number)")
      }
    }
  }

  @Test func `gives new keys after a parent entity was added`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let name = { self.attribute("name", .stringAttributeType) }
    try write(model(entity("Note", [name()])), ["Note": [["name": "a"], ["name": "b"]]])
    let (parent, note) = (entity("Document", []), entity("Note", [name()]))
    parent.subentities = [note]
    let context = try open(model(parent, note))
    try context.performAndWait {
      for entity in ["Note", "Document"] {
        _ = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        try context.save()
      }
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 3)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Document")) == 4)
    }
  }

  @Test func `refuses to put two families of entities under one parent`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(model(entity("Note", []), entity("Task", [])), ["Note": [[:]], "Task": [[:]]])
    let (parent, note, task) = (entity("Document", []), entity("Note", []), entity("Task", []))
    parent.subentities = [note, task]
    try expectRefusal(of: model(parent, note, task), naming: "Note", "Task")
  }

  @Test func `gives new keys after a parent entity was removed`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let (parent, note) = (entity("Document", []), entity("Note", []))
    parent.subentities = [note]
    try write(model(parent, note), ["Note": [[:], [:]], "Document": [[:]]])
    let context = try open(model(entity("Document", []), entity("Note", [])))
    try context.performAndWait {
      for entity in ["Note", "Document"] {
        _ = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
        try context.save()
      }
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 3)
      #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Document")) == 2)
    }
  }

  @Test func `fills a new mandatory attribute of any type from its default`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let defaults: [(NSAttributeType, Any)] = [
      (.booleanAttributeType, true), (.decimalAttributeType, NSDecimalNumber(string: "40.98")),
      (.decimalAttributeType, NSDecimalNumber(string: "1.00000000000000000001")),
      (.doubleAttributeType, 0.1), (.stringAttributeType, "it's"),
      (.dateAttributeType, Date(timeIntervalSinceReferenceDate: 1.5)),
      (.UUIDAttributeType, UUID(uuidString: "12345678-1234-1234-1234-123456789012")!),
      (.URIAttributeType, URL(string: "https://chat.example")!),
      (.binaryDataAttributeType, Data([1, 2])),
    ]
    for (type, value) in defaults {
      try? FileManager.default.removeItem(at: url)
      try write(model(entity("Item", [])), ["Item": [[:]]])
      let new = ChatModel.attribute("new", type, default: value)
      new.isOptional = false
      let context = try open(model(entity("Item", [new])))
      #expect(
        try values("new", of: "Item", context) == ["\(value)"] || type == .booleanAttributeType)
      let coordinator = try #require(context.persistentStoreCoordinator)
      for store in coordinator.persistentStores { try coordinator.remove(store) }
    }
  }

  @Test func `that is not asked for leaves the file as it is`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try write(model(entity("Item", [])), ["Item": [[:]]])
    try PlainDatabase(url).run("PRAGMA journal_mode = DELETE")
    let before = try Data(contentsOf: url)
    let new = model(entity("Item", [attribute("level", .stringAttributeType)]))
    let error = #expect(throws: CocoaError.self) {
      try NSPersistentStoreCoordinator(managedObjectModel: new)
        .addPersistentStore(type: .sqlite, at: url)
    }
    #expect(error?.code == .persistentStoreIncompatibleVersionHash)
    #expect(try Data(contentsOf: url) == before)
  }
}
