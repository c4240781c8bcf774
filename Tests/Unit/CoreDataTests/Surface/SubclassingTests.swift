import CoreData
import Foundation
import Testing

/// What programs make of their own out of the classes of the framework.
struct SubclassingTests {
  @Test func `a container of one's own says its name, its folder and its background contexts`() {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("own")
    let container = OwnContainer(in: folder)
    #expect(container.persistentStoreDescriptions.first?.url?.lastPathComponent == "Own.sqlite")
    #expect(container.newBackgroundContext().name == "own background")
    #expect(OwnContainer(name: "Other", managedObjectModel: NSManagedObjectModel()).name == "Other")
  }

  @Test func `a context of one's own is told of what is done with it`() throws {
    let chat = try ChatStack()
    let context = OwnContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = chat.coordinator
    try context.performAndWait {
      let room = context.insert("Room", ["name": "lobby"])
      try context.save()
      context.refresh(room, mergeChanges: true)
      context.delete(room)
      context.rollback()
      #expect(try context.existingObject(with: room.objectID) === room)
      context.processPendingChanges()
      context.reset()
    }
    #expect(context.done == ["save", "refresh", "delete", "rollback", "existing", "reset"])
  }

  @Test func `a context of one's own may override its initialiser`() {
    #expect(NamedContext(concurrencyType: .mainQueueConcurrencyType).name == "named")
  }
}

private final class OwnContainer: NSPersistentContainer, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.
  init(in folder: URL) { super.init(name: "Own", managedObjectModel: NSManagedObjectModel()) }

  override init(name: String, managedObjectModel model: NSManagedObjectModel) {
    super.init(name: name, managedObjectModel: model)
  }

  override class func defaultDirectoryURL() -> URL {
    super.defaultDirectoryURL().appendingPathComponent("own")
  }

  override func newBackgroundContext() -> NSManagedObjectContext {
    let context = super.newBackgroundContext()
    context.name = "own background"
    return context
  }
}

private final class OwnContext: NSManagedObjectContext, @unchecked Sendable {
  // @unchecked Sendable as its superclass is; `done` is used on its queue.
  var done: [String] = []

  override func save() throws {
    done.append("save")
    try super.save()
  }
  override func refresh(_ object: NSManagedObject, mergeChanges: Bool) {
    done.append("refresh")
    super.refresh(object, mergeChanges: mergeChanges)
  }
  override func delete(_ object: NSManagedObject) {
    done.append("delete")
    super.delete(object)
  }
  override func rollback() {
    done.append("rollback")
    super.rollback()
  }
  override func existingObject(with id: NSManagedObjectID) throws -> NSManagedObject {
    done.append("existing")
    return try super.existingObject(with: id)
  }
  override func reset() {
    done.append("reset")
    super.reset()
  }
}

private final class NamedContext: NSManagedObjectContext, @unchecked Sendable {
  // @unchecked Sendable as its superclass is.
  override init(concurrencyType type: NSManagedObjectContextConcurrencyType) {
    super.init(concurrencyType: type)
    name = "named"
  }
}
