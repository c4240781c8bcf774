import CoreData
import Foundation

/// Rooms with messages in a SQLite file of their own, by Apple's public names only: the tests of
/// this folder say the facts of `Sources/CoreData/FACTS.md` that both frameworks can be asked.
final class Chat {
  let folder: URL
  let coordinator: NSPersistentStoreCoordinator
  var file: URL { folder.appendingPathComponent("chat.sqlite") }

  init(options: [AnyHashable: Any]? = nil, constrained: Bool = false) throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("chat-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let model = Self.model
    if constrained { model.entitiesByName["Room"]?.uniquenessConstraints = [["name"]] }
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    _ = try coordinator.addPersistentStore(
      ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: options)
  }

  deinit {
    for store in coordinator.persistentStores { try? coordinator.remove(store) }
    try? FileManager.default.removeItem(at: folder)
  }

  static var model: NSManagedObjectModel {
    func attribute(_ name: String, _ type: NSAttributeType, isOptional: Bool = true)
      -> NSAttributeDescription
    {
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = isOptional
      return attribute
    }
    let (room, message) = (NSEntityDescription(), NSEntityDescription())
    room.name = "Room"
    message.name = "Message"
    let (messages, back) = (NSRelationshipDescription(), NSRelationshipDescription())
    messages.name = "messages"
    messages.destinationEntity = message
    messages.deleteRule = .cascadeDeleteRule
    messages.isOptional = true
    back.name = "room"
    back.destinationEntity = room
    back.maxCount = 1
    back.deleteRule = .nullifyDeleteRule
    back.isOptional = true
    messages.inverseRelationship = back
    back.inverseRelationship = messages
    room.properties = [
      attribute("name", .stringAttributeType, isOptional: false),
      attribute("topic", .stringAttributeType), messages,
    ]
    message.properties = [attribute("text", .stringAttributeType), back]
    let model = NSManagedObjectModel()
    model.entities = [room, message]
    return model
  }

  /// A context on the coordinator.
  func context() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    // The file stays as long as a context may need it.
    context.performAndWait { context.userInfo["chat"] = self }
    return context
  }

  /// A context below another one.
  func child(of parent: NSManagedObjectContext) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.parent = parent
    context.performAndWait { context.userInfo["chat"] = self }
    return context
  }

  /// Saves a room through a context of its own.
  func save(_ name: String) throws -> NSManagedObjectID {
    let context = context()
    return try context.performAndWait {
      let room = context.room(name)
      try context.save()
      return room.objectID
    }
  }

  /// Changes the name of a saved room through a context of its own, and tells what was saved.
  @discardableResult
  func rename(_ id: NSManagedObjectID, _ name: String) throws -> Notification {
    let (context, heard) = (context(), Heard(.NSManagedObjectContextDidSave))
    return try context.performAndWait {
      context.object(with: id).setValue(name, forKey: "name")
      try context.save()
      return try heard.last(of: context)
    }
  }
}

extension NSManagedObjectContext {
  func room(_ name: String) -> NSManagedObject {
    let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: self)
    room.setValue(name, forKey: "name")
    return room
  }

  func rooms(_ format: String? = nil, _ arguments: Any...) throws -> [NSManagedObject] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Room")
    request.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try fetch(request)
  }
}

extension NSManagedObject {
  var name: String? { value(forKey: "name") as? String }
}

/// The notifications of one name, from its making on.
final class Heard {
  struct NothingHeard: Error {}
  private var all: [Notification] = []
  private var observer: (any NSObjectProtocol)?

  init(_ name: Notification.Name, of sender: AnyObject? = nil) {
    observer = NotificationCenter.default.addObserver(forName: name, object: sender, queue: nil) {
      [unowned self] in all.append($0)
    }
  }

  deinit { observer.map(NotificationCenter.default.removeObserver) }

  func count(of sender: AnyObject) -> Int { all.filter { $0.object as AnyObject === sender }.count }

  func last(of sender: AnyObject) throws -> Notification {
    guard let last = all.last(where: { $0.object as AnyObject === sender }) else {
      throw NothingHeard()
    }
    return last
  }
}
