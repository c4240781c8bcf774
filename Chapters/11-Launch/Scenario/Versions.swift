import CoreData
import Foundation
import WorkbookKit

/// A container whose store is a given file, and whose migrations take their time.
final class ChatContainer: NSPersistentContainer, @unchecked Sendable {
  // @unchecked Sendable because it adds nothing.

  /// A container that is given no file must not make a folder for one.
  override class func defaultDirectoryURL() -> URL { FileManager.default.temporaryDirectory }

  convenience init(for file: URL, _ version: OtherVersion? = nil) {
    var behaviour = CoreDataBehaviour()
    behaviour.storeCosts.rowMigrated = .seconds(10)
    self.init(
      name: "Chat", managedObjectModel: version?.model ?? ChatModel.shared, behaviour: behaviour)
    persistentStoreDescriptions[0].url = file
    // Gone at the end of the run, so that it need not survive a loss of power.
    persistentStoreDescriptions[0].setValue("OFF" as NSString, forPragmaNamed: "synchronous")
    viewContext.name = "view"
  }
}

extension NSPersistentContainer {
  /// Loads its only store on the calling thread.
  func load() throws {
    var failure: (any Error)?
    loadPersistentStores { failure = $1 }
    if let failure { throw failure }
  }

  /// Closes its stores, as the end of a process does.
  func close() throws {
    for store in persistentStoreCoordinator.persistentStores {
      try persistentStoreCoordinator.remove(store)
    }
  }
}

/// A version of the app that is not this one.
struct OtherVersion: Sendable {
  let model: NSManagedObjectModel

  /// Its rooms had a motto.
  static let last = OtherVersion { model in
    let motto = NSAttributeDescription()
    motto.name = "motto"
    motto.attributeType = .stringAttributeType
    model.entitiesByName["Room"]?.properties += [motto]
  }

  /// It keeps the position of a message as a text, so that no older version can read it.
  static let next = OtherVersion { model in
    let position = model.entitiesByName["Message"]?.attributesByName["position"]
    position?.attributeType = .stringAttributeType
    position?.defaultValue = ""
  }

  private init(_ change: (NSManagedObjectModel) -> Void) {
    model = ChatModel.make()
    change(model)
  }

  /// Leaves a closed file with rooms, each with two messages.
  func write(rooms: [String], to file: URL) throws {
    let container = ChatContainer(for: file, self)
    try container.load()
    let context = container.newBackgroundContext()
    context.name = "setup"
    try context.performAndWait {
      for name in rooms {
        let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
        room.setValue(name, forKey: "name")
        if room.entity.attributesByName["motto"] != nil { room.setValue("Ahoy", forKey: "motto") }
        for text in ["Hello", "Hello yourself"] {
          let message = NSEntityDescription.insertNewObject(forEntityName: "Message", into: context)
          message.setValue(text, forKey: "text")
          message.setValue(room, forKey: "room")
        }
      }
      try context.save()
      context.reset()
    }
    try container.close()
  }
}
