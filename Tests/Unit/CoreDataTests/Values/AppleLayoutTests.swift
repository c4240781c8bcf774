import Foundation
import Testing

@testable import CoreData

/// A file as Apple's Core Data lays it out, built from the documented layout by plain SQL.
private struct AppleFile {
  let folder: URL
  let url: URL

  /// Hashes that only Apple can work out stand in its metadata; these are just any.
  init(_ adjust: (PlainDatabase) throws -> Void = { _ in }) throws {
    folder = try TemporaryFolder.make()
    url = folder.appendingPathComponent("apple.sqlite")
    let database = try PlainDatabase(url)
    for statement in Self.tables + Self.rows { try database.run(statement) }
    let metadata: [String: Any] = [
      "NSStoreType": "SQLite", "NSStoreModelVersionHashesVersion": 3,
      "NSPersistenceFrameworkVersion": 1344, "NSPersistenceMaximumFrameworkVersion": 1344,
      "NSStoreModelVersionIdentifiers": [""], "_NSAutoVacuumLevel": "2",
      "NSStoreModelVersionHashes": [
        "Room": Data(repeating: 1, count: 32), "Member": Data(repeating: 2, count: 32),
        "Guest": Data(repeating: 3, count: 32), "Message": Data(repeating: 4, count: 32),
      ],
    ]
    let plist = try PropertyListSerialization.data(
      fromPropertyList: metadata, format: .binary, options: 0)
    let hex = plist.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try database.run(
      "INSERT INTO Z_METADATA VALUES (1, '0A0B0C0D-0000-4000-8000-0102030405FF', x'\(hex)')")
    try adjust(database)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  private static let tables = [
    "CREATE TABLE ZMEMBER ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZLEVEL INTEGER, ZNAME VARCHAR, ZHOST VARCHAR )",
    "CREATE TABLE ZMESSAGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZISREAD INTEGER, ZAUTHOR INTEGER, Z1_AUTHOR INTEGER, ZROOM INTEGER, Z_FOK_ROOM INTEGER, "
      + "ZSENTAT TIMESTAMP, ZPRICE DECIMAL, ZWEIGHT FLOAT, ZTEXT VARCHAR, ZPAGE VARCHAR, "
      + "ZTOKEN BLOB, ZDATA BLOB )",
    "CREATE TABLE ZROOM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
    "CREATE TABLE Z_1ROOMS ( Z_1MEMBERS INTEGER, Z_4ROOMS INTEGER, "
      + "PRIMARY KEY (Z_1MEMBERS, Z_4ROOMS) )",
    "CREATE INDEX Z_1ROOMS_Z_4ROOMS_INDEX ON Z_1ROOMS (Z_4ROOMS, Z_1MEMBERS)",
    "CREATE INDEX ZMESSAGE_ZROOM_INDEX ON ZMESSAGE (ZROOM)",
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
      + "Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
    "CREATE TABLE ATRANSACTION ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZTIMESTAMP FLOAT )",
    "CREATE TABLE ACHANGE ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZCHANGETYPE INTEGER, ZENTITY INTEGER, ZENTITYPK INTEGER, ZTRANSACTIONID INTEGER )",
    "CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, "
      + "ZNAME VARCHAR )",
  ]

  private static let rows = [
    "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Member', 0, 8), (2, 'Guest', 1, 0), "
      + "(3, 'Message', 0, 11), (4, 'Room', 0, 3), (16001, 'CHANGE', 0, 0), "
      + "(16002, 'TRANSACTION', 0, 0), (16003, 'TRANSACTIONSTRING', 0, 0)",
    "INSERT INTO Z_MODELCACHE VALUES (x'789C0102')",
    "INSERT INTO ZMEMBER VALUES (7, 1, 1, NULL, 'Ann', NULL), (8, 2, 3, 2, 'Bob', 'Ann')",
    "INSERT INTO ZROOM VALUES (3, 4, 2, 'Lobby')",
    "INSERT INTO ZMESSAGE VALUES (11, 3, 1, 1, 8, 2, 3, 1024, 600000000.25, 40.98, 0.5, 'hi', "
      + "'https://chat.example/a', x'00112233445566778899AABBCCDDEEFF', x'0102')",
    "INSERT INTO Z_1ROOMS VALUES (7, 3), (8, 3)",
  ]

  /// The model that Xcode would have had for it.
  static func model() -> NSManagedObjectModel {
    func entity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
      let entity = NSEntityDescription()
      entity.name = name
      entity.properties = attributes.map { ChatModel.attribute($0.0, $0.1) }
      return entity
    }
    func relate(
      _ one: NSEntityDescription, _ name: String, _ other: NSEntityDescription, _ back: String,
      toOneBack: Bool, ordered: Bool = false
    ) {
      let (forth, inverse) = (NSRelationshipDescription(), NSRelationshipDescription())
      (forth.name, inverse.name) = (name, back)
      (forth.destinationEntity, inverse.destinationEntity) = (other, one)
      (forth.inverseRelationship, inverse.inverseRelationship) = (inverse, forth)
      forth.isOrdered = ordered
      if toOneBack { inverse.maxCount = 1 }
      one.properties += [forth]
      other.properties += [inverse]
    }
    let member = entity(
      "Member", [("name", .stringAttributeType), ("level", .integer16AttributeType)])
    let guest = entity("Guest", [("host", .stringAttributeType)])
    member.subentities = [guest]
    let message = entity(
      "Message",
      [
        ("text", .stringAttributeType), ("sentAt", .dateAttributeType),
        ("isRead", .booleanAttributeType), ("price", .decimalAttributeType),
        ("weight", .doubleAttributeType), ("page", .URIAttributeType),
        ("token", .UUIDAttributeType), ("data", .binaryDataAttributeType),
      ])
    let room = entity("Room", [("name", .stringAttributeType)])
    relate(member, "rooms", room, "members", toOneBack: false)
    relate(member, "messages", message, "author", toOneBack: true)
    relate(room, "messages", message, "room", toOneBack: true, ordered: true)
    let model = NSManagedObjectModel()
    model.entities = [member, guest, message, room]
    return model
  }

  /// Every writer to the file has to go on with its history.
  func open(_ model: NSManagedObjectModel = model(), options: [AnyHashable: Any] = [:]) throws
    -> NSManagedObjectContext
  {
    let options = options.merging([NSPersistentHistoryTrackingKey: true]) { given, _ in given }
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}

struct `A file in Apple's layout` {
  private func only(_ entity: String, _ context: NSManagedObjectContext) throws -> NSManagedObject {
    let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
    #expect(found.count == 1)
    return try #require(found.first)
  }

  @Test func `opens without a migration, and every value is read`() throws {
    let file = try AppleFile()
    defer { file.remove() }
    let context = try file.open()
    try context.performAndWait {
      let message = try only("Message", context)
      #expect(message.value(forKey: "text") as? String == "hi")
      #expect(message.value(forKey: "isRead") as? Bool == true)
      #expect(
        message.value(forKey: "sentAt") as? Date
          == Date(timeIntervalSinceReferenceDate: 600_000_000.25))
      #expect((message.value(forKey: "price") as? NSDecimalNumber)?.stringValue == "40.98")
      #expect(message.value(forKey: "weight") as? Double == 0.5)
      #expect(message.value(forKey: "page") as? URL == URL(string: "https://chat.example/a"))
      #expect(
        message.value(forKey: "token") as? UUID
          == UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
      #expect(message.value(forKey: "data") as? Data == Data([1, 2]))
      let author = try #require(message.value(forKey: "author") as? NSManagedObject)
      #expect(author.entity.name == "Guest" && author.value(forKey: "host") as? String == "Ann")
      let room = try #require(message.value(forKey: "room") as? NSManagedObject)
      let members = room.value(forKey: "members") as? Set<NSManagedObject>
      #expect(
        Set(members?.compactMap { $0.value(forKey: "name") as? String } ?? []) == ["Ann", "Bob"])
      #expect(
        (room.value(forKey: "messages") as? NSOrderedSet)?.array as? [NSManagedObject] == [message])
    }
  }

  @Test func `is written and opened again, its metadata as Apple left them`() throws {
    let file = try AppleFile()
    defer { file.remove() }
    let context = try file.open()
    try context.performAndWait {
      let message = try only("Message", context)
      message.setValue(NSDecimalNumber(string: "1.00000000000000000001"), forKey: "price")
      let new = NSEntityDescription.insertNewObject(forEntityName: "Message", into: context)
      new.setValue(NSDecimalNumber(string: "0.1"), forKey: "price")
      new.setValue(message.value(forKey: "room"), forKey: "room")
      try context.save()
      #expect(new.objectID.uriRepresentation().lastPathComponent == "p12")
    }
    let plain = try PlainDatabase(file.url)
    #expect(try plain.text("SELECT typeof(ZPRICE) FROM ZMESSAGE WHERE Z_PK = 12") == "real")
    #expect(try plain.number("SELECT Z_OPT FROM ZMESSAGE WHERE Z_PK = 11") == 2)
    let changes =
      "SELECT group_concat(ZCHANGETYPE || ':' || ZENTITY || ':' || ZENTITYPK) FROM ACHANGE"
    #expect(try plain.text(changes).contains("0:3:12"))
    #expect(try plain.number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Message'") == 12)
    let again = try file.open()
    try again.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Message")
      request.sortDescriptors = [NSSortDescriptor(key: "price", ascending: false)]
      let prices = try again.fetch(request).compactMap {
        $0.value(forKey: "price") as? NSDecimalNumber
      }
      #expect(prices.map(\.stringValue) == ["1.00000000000000000001", "0.1"])
    }
    let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
      type: .sqlite, at: file.url)
    #expect(metadata["NSPersistenceFrameworkVersion"] as? Int == 1344)
    let hashes = metadata[NSStoreModelVersionHashesKey] as? [String: Data]
    #expect(hashes?["Room"] == Data(repeating: 1, count: 32))
  }

  @Test func `is refused when its columns or numbers are not those of the model`() throws {
    for change in [
      "ALTER TABLE ZMESSAGE DROP COLUMN ZTOKEN", "DROP TABLE ZROOM", "DROP TABLE Z_1ROOMS",
      "UPDATE Z_PRIMARYKEY SET Z_ENT = 9 WHERE Z_NAME = 'Room'",
      "UPDATE Z_PRIMARYKEY SET Z_SUPER = 0 WHERE Z_NAME = 'Guest'",
      "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Guest'",
    ] {
      let file = try AppleFile { try $0.run(change) }
      defer { file.remove() }
      let error = #expect(throws: CocoaError.self, "\(change)") { try file.open() }
      #expect(
        [.persistentStoreIncompatibleVersionHash, .persistentStoreIncompatibleSchema].contains(
          error?.code), "\(change): \(error?.localizedDescription ?? "")")
    }
  }

  @Test func `is migrated like ours`() throws {
    let file = try AppleFile()
    defer { file.remove() }
    let model = AppleFile.model()
    model.entitiesByName["Room"]?.properties += [ChatModel.string("topic")]
    let context = try file.open(
      model,
      options: [
        NSMigratePersistentStoresAutomaticallyOption: true,
        NSInferMappingModelAutomaticallyOption: true,
      ])
    try context.performAndWait {
      let message = try only("Message", context)
      #expect((message.value(forKey: "author") as? NSManagedObject)?.entity.name == "Guest")
      #expect(try only("Room", context).value(forKey: "topic") == nil)
    }
  }

  @Test func `is what ours looks like to plain SQL`() throws {
    let file = try AppleFile()
    defer { file.remove() }
    let own = file.folder.appendingPathComponent("own.sqlite")
    try NSPersistentStoreCoordinator(managedObjectModel: AppleFile.model())
      .addPersistentStore(type: .sqlite, at: own)
    let columns = """
      SELECT group_concat(t) FROM (SELECT m.name || '.' || c.name || ' ' || c.type AS t
      FROM sqlite_schema m, pragma_table_info(m.name) c
      WHERE m.type = 'table' AND m.name LIKE 'Z%' ORDER BY t)
      """
    let (ours, theirs) = (try PlainDatabase(own), try PlainDatabase(file.url))
    #expect(try ours.text(columns) == theirs.text(columns))
    let keys =
      "SELECT group_concat(Z_ENT || Z_NAME || Z_SUPER) FROM Z_PRIMARYKEY WHERE Z_ENT < 16000"
    #expect(try ours.text(keys) == theirs.text(keys))
  }

  private func isKnown(_ file: AppleFile, _ model: NSManagedObjectModel) throws -> Bool {
    model.isConfiguration(
      withName: nil,
      compatibleWithStoreMetadata: try NSPersistentStoreCoordinator.metadataForPersistentStore(
        type: .sqlite, at: file.url))
  }

  @Test func `its metadata tell whether it opens without a migration`() throws {
    let file = try AppleFile()
    defer { file.remove() }
    let (model, more, fewer) = (AppleFile.model(), AppleFile.model(), AppleFile.model())
    more.entitiesByName["Room"]?.properties += [ChatModel.string("topic")]
    fewer.entitiesByName["Member"]?.subentities = []
    fewer.entities.removeAll { $0.name == "Guest" }
    #expect(try [model, more, fewer].map { try isKnown(file, $0) } == [true, false, false])
    #expect(throws: CocoaError.self) { try file.open(more) }
    #expect(throws: CocoaError.self) { try file.open(fewer) }
    // Asking has not frozen the model.
    model.entitiesByName["Room"]?.properties += [ChatModel.string("topic")]
    #expect(try isKnown(file, model) == false)
  }

  @Test func `a former name in the table of keys is no other entity`() throws {
    let file = try AppleFile { try $0.run("UPDATE Z_PRIMARYKEY SET Z_NAME='Hall' WHERE Z_ENT = 4") }
    defer { file.remove() }
    #expect(try isKnown(file, AppleFile.model()))
    let context = try file.open()
    try context.performAndWait {
      let room = try only("Room", context)
      #expect(room.value(forKey: "name") as? String == "Lobby")
    }
    let name = "SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT = 4"
    #expect(try PlainDatabase(file.url).text(name) == "Room")
  }

  @Test(arguments: [
    ["UPDATE Z_PRIMARYKEY SET Z_NAME = 'Hall' WHERE Z_ENT = 4"],
    [
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Hall' WHERE Z_ENT = 4",
      "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Note' WHERE Z_ENT = 3",
    ],
  ])
  func `a migration keeps the rows under a former name, or is refused`(changes: [String]) throws {
    let file = try AppleFile { database in for change in changes { try database.run(change) } }
    defer { file.remove() }
    let model = AppleFile.model()
    model.entitiesByName["Room"]?.properties += [ChatModel.string("topic")]
    let options = [
      NSMigratePersistentStoresAutomaticallyOption: true,
      NSInferMappingModelAutomaticallyOption: true,
    ]
    if changes.count > 1 {
      let error = #expect(throws: CocoaError.self) { try file.open(model, options: options) }
      #expect(error?.code == .persistentStoreIncompatibleSchema)
      return
    }
    let context = try file.open(model, options: options)
    try context.performAndWait {
      let room = try only("Room", context)
      #expect(room.value(forKey: "name") as? String == "Lobby")
    }
  }
}
