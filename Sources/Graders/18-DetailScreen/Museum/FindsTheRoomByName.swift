import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Looks for the room by its name when it saves.
final class FindsTheRoomByName: EditsDetails, @unchecked Sendable {
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
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", room.name)
    request.sortDescriptors = [NSSortDescriptor(key: "topic", ascending: true)]
    guard let found = try view.fetch(request).first else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    found.topic = typed
    try view.save()
    self.typed = nil
  }
}
