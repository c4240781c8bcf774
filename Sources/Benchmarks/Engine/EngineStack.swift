internal import CoreData

/// A message with typed accessors, as `workbook accessors` writes them.
final class BenchMessage: NSManagedObject {
  var isRead: Bool {
    get { attribute(Keys.isRead) }
    set { setAttribute(Keys.isRead, to: newValue) }
  }
  var sentAt: Date? {
    get { attribute(Keys.sentAt) }
    set { setAttribute(Keys.sentAt, to: newValue) }
  }
  var text: String? {
    get { attribute(Keys.text) }
    set { setAttribute(Keys.text, to: newValue) }
  }
  var room: NSManagedObject? {
    get { related(Keys.room) }
    set { setRelated(Keys.room, to: newValue) }
  }

  private enum Keys {
    static let isRead = PropertyKey("isRead")
    static let sentAt = PropertyKey("sentAt")
    static let text = PropertyKey("text")
    static let room = PropertyKey("room")
  }
}

/// A stack on a store file, with the schema that the plain side has too.
final class EngineStack: Sendable {
  let coordinator: NSPersistentStoreCoordinator

  init(
    path: String, mode: CoreDataBehaviour.CoordinatorMode? = nil,
    model: NSManagedObjectModel = makeModel(), options: [String: Any]? = nil
  ) throws {
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    if let mode { coordinator.behaviour.coordinatorMode = mode }
    try coordinator.addPersistentStore(type: .sqlite, at: URL(filePath: path), options: options)
  }

  /// Leaves one file that holds everything, to be copied.
  func close() throws {
    for store in coordinator.persistentStores { try coordinator.remove(store) }
  }

  func context(of parent: NSManagedObjectContext? = nil) -> NSManagedObjectContext {
    let context = NSManagedObjectContext(.privateQueue)
    if let parent {
      context.parent = parent
    } else {
      context.persistentStoreCoordinator = coordinator
    }
    return context
  }

  /// Inserts messages into a room of their own and saves, in a context that is then forgotten.
  func insert(_ count: Int, batch: Int = .max) throws {
    let context = context()
    try context.performAndWait {
      var room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
      for offset in 0..<count {
        let message = BenchMessage(context: context)
        message.text = messageText(offset)
        message.sentAt = Date(timeIntervalSinceReferenceDate: Double(offset))
        message.isRead = offset % 2 == 0
        message.room = room
        if (offset + 1) % batch == 0 {
          try context.save()
          context.reset()
          room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
        }
      }
      try context.save()
    }
  }

  static func request(faults: Bool = true) -> NSFetchRequest<BenchMessage> {
    let request = NSFetchRequest<BenchMessage>(entityName: "Message")
    request.returnsObjectsAsFaults = faults
    return request
  }

  static func makeModel() -> NSManagedObjectModel {
    let room = NSEntityDescription()
    room.name = "Room"
    let message = NSEntityDescription()
    message.name = "Message"
    message.managedObjectClassName = "Benchmarks.BenchMessage"
    let types: [(String, NSAttributeType)] = [
      ("isRead", .booleanAttributeType), ("sentAt", .dateAttributeType),
      ("text", .stringAttributeType),
    ]
    message.properties = types.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      return attribute
    }
    let toRoom = NSRelationshipDescription()
    toRoom.name = "room"
    toRoom.maxCount = 1
    toRoom.destinationEntity = room
    let messages = NSRelationshipDescription()
    messages.name = "messages"
    messages.destinationEntity = message
    toRoom.inverseRelationship = messages
    messages.inverseRelationship = toRoom
    message.properties += [toRoom]
    room.properties = [messages]
    let model = NSManagedObjectModel()
    model.entities = [message, room]
    return model
  }
}

/// A folder for the store files of one benchmark, removed when it is over.
final class Scratch {
  private let folder: URL
  private var files = 0

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func file() -> String {
    files += 1
    return folder.appending(path: "\(files).sqlite").path
  }
}
