import Foundation
import Testing

@testable import CoreData

/// Stores in memory: later ones of a model begin as copies of an empty database.
struct MemoryStoreTests {
  private let model = ChatModel.make { entities in
    entities["Room"]?.objectClass = Room.self
    entities["Room"]?.uniquenessConstraints = [["name"]]
  }

  private func context(
    _ adjust: (inout CoreDataBehaviour) -> Void = { _ in }, options: [AnyHashable: Any]? = nil
  ) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    adjust(&coordinator.behaviour)
    try coordinator.addPersistentStore(
      type: .sqlite, at: URL(fileURLWithPath: "/dev/null"), options: options)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return context
  }

  private func uuid(of context: NSManagedObjectContext) throws -> String? {
    let coordinator = try #require(context.persistentStoreCoordinator)
    return coordinator.metadata(for: coordinator.persistentStores[0])[NSStoreUUIDKey] as? String
  }

  private func names(in context: NSManagedObjectContext) throws -> [String] {
    try context.performAndWait {
      try context.fetch(NSFetchRequest<Room>(entityName: "Room"))
        .compactMap { $0.value(forKey: "name") as? String }.sorted()
    }
  }

  @discardableResult
  private func add(_ name: String, to context: NSManagedObjectContext) throws -> NSManagedObjectID {
    try context.performAndWait {
      let room = Room(context: context)
      room.setValue(name, forKey: "name")
      try context.save()
      return room.objectID
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `each begins empty, with a UUID of its own and its own keys`(kind: RuntimeKind) throws {
    try kind.run {
      var ids: [NSManagedObjectID] = []
      var uuids: Set<String?> = []
      for name in ["lobby", "attic", "lobby"] {
        let context = try context()
        try #expect(names(in: context) == [])
        ids.append(try add(name, to: context))
        try #expect(names(in: context) == [name])
        uuids.insert(try uuid(of: context))
      }
      #expect(uuids.count == 3)
      #expect(Set(ids).count == 3)
      #expect(Set(ids.map(\.rowKey)) == [1])
    }
  }

  @Test func `what the model says holds in a copy too`() throws {
    try add("lobby", to: context())
    let second = try context()
    try add("lobby", to: second)
    #expect(throws: CocoaError.self) { try add("lobby", to: second) }
  }

  @Test func `one with history is made for itself, and its statements are told`() throws {
    try add("lobby", to: context())
    let tracked = try context(options: [NSPersistentHistoryTrackingKey: true as NSNumber])
    try add("lobby", to: tracked)
    let token = tracked.persistentStoreCoordinator?.currentPersistentHistoryToken(fromStores: nil)
    #expect(token != nil)
    let statements = StatementLog()
    try SQLLog.Sink.$current.withValue(SQLLog.Sink(take: { statements.add($0) })) {
      _ = try context { $0.sqlDebugLevel = 1 }
    }
    #expect(statements.all.contains { $0.contains("CREATE TABLE ZROOM") })
  }
}
