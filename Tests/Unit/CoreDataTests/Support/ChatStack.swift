import Foundation
import Testing

@testable import CoreData

class Room: NSManagedObject {}
class Member: NSManagedObject {}
class Message: NSManagedObject {}

/// A coordinator with one store of the chat model, and contexts on it.
final class ChatStack {
  let coordinator: NSPersistentStoreCoordinator
  /// The SQL that its store runs.
  let statements = StatementLog()
  /// Where its file is; nil if it lives in memory.
  private let folder: URL?

  /// In memory, unless the suite runs in every store. `prepare` sets what must be set before the
  /// first context is made.
  init(
    _ given: NSPersistentStore.StoreType? = nil, onDisk: Bool = false,
    options: [AnyHashable: Any]? = nil,
    _ prepare: (inout CoreDataBehaviour) -> Void = { _ in },
    model adjust: ([String: NSEntityDescription]) -> Void = { _ in }
  ) throws {
    let model = ChatModel.make { entities in
      entities["Room"]?.objectClass = Room.self
      entities["Member"]?.objectClass = Member.self
      entities["Message"]?.objectClass = Message.self
      adjust(entities)
    }
    let type = given ?? EveryStore.current ?? .inMemory
    let onDisk = onDisk || type == .binary || type == .xml
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    prepare(&coordinator.behaviour)
    coordinator.behaviour.sqlDebugLevel = 1
    var url = URL(fileURLWithPath: "/dev/null")
    folder = onDisk ? try TemporaryFolder.make() : nil
    if let folder { url = folder.appendingPathComponent("chat.sqlite") }
    let (coordinator, statements) = (coordinator, statements)
    let keep: @Sendable (String) -> Void = { statements.add($0) }
    _ = try SQLLog.Sink.$current.withValue(SQLLog.Sink(take: keep)) {
      try coordinator.addPersistentStore(type: type, at: url, options: options)
    }
  }

  deinit { if let folder { try? FileManager.default.removeItem(at: folder) } }

  var model: NSManagedObjectModel { coordinator.managedObjectModel }

  /// The context of the main queue on the coordinator.
  func viewContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.mainQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = "view"
    return context
  }

  /// A private context on the coordinator.
  func context(_ name: String) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = name
    return context
  }

  /// A private context on another one.
  func child(of parent: NSManagedObjectContext, _ name: String) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.parent = parent
    context.name = name
    return context
  }

  /// Saves a room, by a context of its own, and returns its ID.
  func savedRoom(_ name: String, messages: [String] = []) throws -> NSManagedObjectID {
    let context = context("setup")
    return try context.performAndWait {
      let room = context.insert("Room", ["name": name])
      for text in messages { context.insert("Message", ["text": text, "room": room]) }
      try context.save()
      return room.objectID
    }
  }

  /// The names of all rooms in the store, in order.
  func storedNames(_ entity: String = "Room", _ key: String = "name") throws -> [String] {
    let context = context("reader")
    return try context.performAndWait {
      let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity))
      return found.compactMap { $0.value(forKey: key) as? String }.sorted()
    }
  }

  /// A stack of its own on the same file, as another process would have.
  func secondCoordinator() throws -> ForeignStack {
    try ForeignStack(model: model, url: coordinator.persistentStores[0].url)
  }
}

/// Another coordinator on the same file: it shares neither cache nor notifications.
final class ForeignStack {
  let coordinator: NSPersistentStoreCoordinator

  init(
    model: NSManagedObjectModel, url: URL?, type: NSPersistentStore.StoreType = .sqlite,
    options: [AnyHashable: Any]? = nil
  ) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    try coordinator.addPersistentStore(
      ofType: type.rawValue, configurationName: nil, at: url, options: options)
  }

  var store: NSPersistentStore { coordinator.persistentStores[0] }

  /// A private context on the coordinator.
  func context(_ name: String = "foreign") -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    context.name = name
    return context
  }

  func close() throws { try coordinator.remove(store) }

  /// Saves a new name for a room.
  func rename(_ id: NSManagedObjectID, to name: String) throws {
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    try context.performAndWait {
      let own = try #require(
        coordinator.managedObjectID(forURIRepresentation: id.uriRepresentation()))
      try context.existingObject(with: own).setValue(name, forKey: "name")
      try context.save()
    }
  }
}
