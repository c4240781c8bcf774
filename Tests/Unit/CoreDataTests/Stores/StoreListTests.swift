import Foundation
import Synchronization
import Testing

@testable import CoreData

struct `The stores of a coordinator` {
  @Test(arguments: RuntimeKind.both)
  func `D7: a URI is resolved by the UUID of the store, the row need not exist`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let row = try #require(try stage.insert("Room", [[:]]).first)
      let url = row.id.uriRepresentation()
      #expect(stage.coordinator.managedObjectID(forURIRepresentation: url) == row.id)
      let missing = try #require(URL(string: url.absoluteString.replacing("/p1", with: "/p99")))
      #expect(stage.coordinator.managedObjectID(forURIRepresentation: missing) != nil)
      let foreign = try #require(URL(string: "x-coredata://\(UUID().uuidString)/Room/p1"))
      #expect(stage.coordinator.managedObjectID(forURIRepresentation: foreign) == nil)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `D8: allocated IDs count the store's key up, and have no row`(kind: RuntimeKind) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let ids = try stage.rows.allocateIDs(for: stage.entity("Room"), count: 3)
      #expect(ids.map(\.rowKey) == [1, 2, 3])
      let file = try PlainDatabase(stage.store.url)
      #expect(try file.number("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Room'") == 3)
      #expect(try stage.rows.row(for: ids[0], maximumAge: nil) == nil)
      let other = try SecondCoordinator(of: stage)
      let next = try other.store.rows.allocateIDs(for: stage.entity("Room"), count: 1)
      #expect(next.map(\.rowKey) == [4])
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `Q6: a new object goes to the first writable store that holds its entity`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let model = ChatModel.make()
      model.setEntities([try #require(model.entitiesByName["Room"])], forConfigurationName: "Rooms")
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      let rooms = try coordinator.addPersistentStore(
        type: .inMemory, configuration: "Rooms", at: URL(fileURLWithPath: "/dev/null"))
      let all = try coordinator.addPersistentStore(
        type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
      let room = try #require(model.entitiesByName["Room"])
      let message = try #require(model.entitiesByName["Message"])
      #expect(try coordinator.storeForInsertion(of: room) === rooms)
      #expect(try coordinator.storeForInsertion(of: message) === all)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `A14: loading is over when it returns, one call for each store`(kind: RuntimeKind) throws {
    try kind.run {
      let container = NSPersistentContainer(name: "Chat", managedObjectModel: ChatModel.make())
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      container.persistentStoreDescriptions = ["a", "b"].map {
        NSPersistentStoreDescription(url: folder.appendingPathComponent($0))
      }
      let migrating = container.persistentStoreDescriptions.filter(
        \.shouldMigrateStoreAutomatically)
      #expect(migrating.count == 2)
      var loaded: [URL?] = []
      container.loadPersistentStores { description, error in
        #expect(error == nil)
        loaded.append(description.url)
      }
      #expect(loaded == container.persistentStoreDescriptions.map(\.url))
      #expect(container.persistentStoreCoordinator.persistentStores.count == 2)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `Q4: a named store in memory is shared, an unnamed one is not`(kind: RuntimeKind) throws {
    try kind.run {
      let model = ChatModel.make()
      func open(_ path: String) throws -> NSPersistentStore {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        return try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: path))
      }
      let name = "/dev/null/\(UUID().uuidString)"
      let (one, two) = (try open(name), try open(name))
      #expect(one.identifier == two.identifier)
      let (three, four) = (try open("/dev/null"), try open("/dev/null"))
      #expect(three.identifier != four.identifier)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `P11: a store that another coordinator has open is neither destroyed nor replaced`(
    kind: RuntimeKind
  ) throws {
    try kind.run {
      let stage = try StoreStage(.sqliteFile)
      let url = try #require(stage.store.url)
      let other = NSPersistentStoreCoordinator(
        managedObjectModel: stage.coordinator.managedObjectModel)
      #expect(throws: CocoaError.self) { try other.destroyPersistentStore(at: url, type: .sqlite) }
      #expect(throws: CocoaError.self) {
        try other.replacePersistentStore(at: url, withPersistentStoreFrom: url, type: .sqlite)
      }
      try other.addPersistentStore(type: .sqlite, at: url)
      #expect(throws: CocoaError.self) { try other.destroyPersistentStore(at: url, type: .sqlite) }
      #expect(other.persistentStores.count == 1)
      try stage.coordinator.remove(stage.store)
      try other.destroyPersistentStore(at: url, type: .sqlite)
      #expect(other.persistentStores.isEmpty)
      #expect(try PlainDatabase(url).number("SELECT COUNT(*) FROM sqlite_schema") == 0)
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `the coordinator that holds a store destroys and replaces it`(kind: RuntimeKind) throws {
    try kind.run {
      let (stage, source) = (try StoreStage(.sqliteFile), try StoreStage(.sqliteFile))
      try stage.insert("Room", [["name": .text("old")]])
      try source.insert("Room", [["name": .text("new")]])
      let (url, from) = (try #require(stage.store.url), try #require(source.store.url))
      try source.coordinator.remove(source.store)
      try stage.coordinator.replacePersistentStore(
        at: url, withPersistentStoreFrom: from, type: .sqlite)
      #expect(stage.coordinator.persistentStores.map(\.url) == [url])
      #expect(try PlainDatabase(url).text("SELECT ZNAME FROM ZROOM") == "new")
      try stage.coordinator.destroyPersistentStore(at: url, type: .sqlite)
      #expect(stage.coordinator.persistentStores.isEmpty)
      try stage.coordinator.addPersistentStore(type: .sqlite, at: url)
      #expect(try PlainDatabase(url).number("SELECT COUNT(*) FROM ZROOM") == 0)
    }
  }

  @Test func `a store is moved with what is only in its log`() throws {
    let stage = try StoreStage(.sqliteFile)
    try stage.insert("Room", [["name": .text("a")]])
    let identifier = stage.store.identifier
    let place = stage.folder.appendingPathComponent("moved.sqlite")
    let moved = try stage.coordinator.migratePersistentStore(
      stage.store, to: place, type: .sqlite)
    #expect(moved.identifier == identifier)
    #expect(stage.coordinator.persistentStores == [moved])
    #expect(try moved.rows.count(matching: StoreQuery(entity: stage.entity("Room"))) == 1)
  }

  @Test func `metadata is kept in the file`() throws {
    let stage = try StoreStage(.sqliteFile)
    stage.coordinator.setMetadata(["author": "Ann"], for: stage.store)
    let url = try #require(stage.store.url)
    let read = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
    #expect(read["author"] as? String == "Ann")
    #expect(read[NSStoreUUIDKey] as? String == stage.store.identifier)
  }

  @Test func `store notifications name what came and went`() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
    let changes = Mutex<[String]>([])
    let token = NotificationCenter.default.addObserver(
      forName: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator, queue: nil
    ) { note in
      let keys = (note.userInfo ?? [:]).keys.compactMap { $0 as? String }
      changes.withLock { $0 += keys }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    let store = try coordinator.addPersistentStore(
      ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    try coordinator.remove(store)
    #expect(changes.withLock { $0 } == [NSAddedPersistentStoresKey, NSRemovedPersistentStoresKey])
  }

  @Test func `a store type that is not known here is refused`() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make())
    for type in ["Mine", ""] {
      #expect {
        try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: nil)
      } throws: { error in
        (error as? CocoaError)?.code == .persistentStoreInvalidType
      }
    }
  }
}
