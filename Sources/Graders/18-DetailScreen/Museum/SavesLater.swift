import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Writes in the background, and is back before it is written.
final class SavesLater: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?
  private var typed: String?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
  }

  var shown: Details? {
    guard let room, room.managedObjectContext != nil else { return nil }
    return Details(name: room.name, topic: typed ?? room.topic)
  }

  func type(_ topic: String) { typed = topic }

  func save() throws {
    guard let view, let room, let typed else { return }
    let id = room.objectID
    let writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = view.persistentStoreCoordinator
    writer.perform {
      (try? writer.existingObject(with: id) as? Room)?.topic = typed
      try? writer.save()
    }
  }
}
