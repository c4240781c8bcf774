import Foundation
import Testing

@testable import CoreData

/// Group G: which entities and which stores a fetch looks into.
struct FetchScopeTests {
  /// `Animal`, and `Dog` that inherits from it.
  private static func kennel(_ types: [NSPersistentStore.StoreType]) throws
    -> (NSPersistentStoreCoordinator, NSManagedObjectContext)
  {
    let (animal, dog) = (NSEntityDescription(), NSEntityDescription())
    animal.name = "Animal"
    animal.properties = [ChatModel.string("name")]
    dog.name = "Dog"
    animal.subentities = [dog]
    let model = NSManagedObjectModel()
    model.entities = [animal, dog]
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    for type in types {
      try coordinator.addPersistentStore(type: type, at: URL(fileURLWithPath: "/dev/null"))
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, context)
  }

  private static func names(
    _ context: NSManagedObjectContext, _ adjust: (NSFetchRequest<NSManagedObject>) -> Void
  ) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Animal")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    adjust(request)
    return try context.fetch(request).compactMap { $0["name"] }
  }

  @Test(arguments: RuntimeKind.both, [NSPersistentStore.StoreType.sqlite, .inMemory])
  func `G19: subentities are included, unless the request says no`(
    kind: RuntimeKind, type: NSPersistentStore.StoreType
  ) throws {
    try kind.run {
      let (_, context) = try Self.kennel([type])
      try context.performAndWait {
        context.insert("Animal", ["name": "cat"])
        context.insert("Dog", ["name": "dog"])
        for _ in ["pending", "saved"] {
          #expect(try Self.names(context) { _ in } == ["cat", "dog"])
          #expect(try Self.names(context) { $0.includesSubentities = false } == ["cat"])
          try context.save()
          context.reset()
        }
      }
    }
  }

  @Test(arguments: RuntimeKind.both)
  func `G19: affectedStores limits where a fetch looks`(kind: RuntimeKind) throws {
    try kind.run {
      let (coordinator, context) = try Self.kennel([.sqlite, .inMemory])
      let stores = coordinator.persistentStores
      try context.performAndWait {
        for (name, store) in zip(["in SQLite", "in memory"], stores) {
          context.assign(context.insert("Animal", ["name": name]), to: store)
        }
        try context.save()
        #expect(try Self.names(context) { _ in } == ["in SQLite", "in memory"].sorted())
        #expect(try Self.names(context) { $0.affectedStores = [stores[0]] } == ["in SQLite"])
        #expect(try Self.names(context) { $0.affectedStores = [stores[1]] } == ["in memory"])
      }
    }
  }
}
