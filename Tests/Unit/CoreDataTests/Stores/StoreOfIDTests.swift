import CoreData
import Foundation
import Testing

/// An ID names the store that its object's row is in.
struct StoreOfIDTests {
  @Test func `a saved object's ID names its store, among two that have the file`() throws {
    let folder = try TemporaryFolder.make()
    defer { try? FileManager.default.removeItem(at: folder) }
    let model = ChatModel.make { _ in }
    var contexts: [NSManagedObjectContext] = []
    for _ in 1...2 {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(type: .sqlite, at: folder.appending(path: "one"))
      let context = NSManagedObjectContext(.mainQueue)
      context.persistentStoreCoordinator = coordinator
      contexts.append(context)
    }
    let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: contexts[0])
    #expect(room.objectID.persistentStore == nil)
    try contexts[0].save()
    let coordinators = contexts.compactMap(\.persistentStoreCoordinator)
    #expect(room.objectID.persistentStore === coordinators[0].persistentStores[0])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
    let other = try #require(try contexts[1].fetch(request).first)
    #expect(other.objectID.persistentStore === coordinators[1].persistentStores[0])
    let uri = room.objectID.uriRepresentation()
    let found = coordinators[1].managedObjectID(forURIRepresentation: uri)
    #expect(found?.persistentStore === coordinators[1].persistentStores[0])
    for coordinator in coordinators { try coordinator.remove(coordinator.persistentStores[0]) }
    #expect(room.objectID.persistentStore == nil)
  }

  @Test func `of two stores of one coordinator it is the one with the row`() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ChatModel.make { _ in })
    let stores = try (1...2).map { _ in
      try coordinator.addPersistentStore(type: .inMemory, at: URL(filePath: "/dev/null"))
    }
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    for store in stores {
      let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
      context.assign(room, to: store)
      try context.save()
      #expect(room.objectID.persistentStore === store)
    }
  }
}
