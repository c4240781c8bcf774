import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Looks whether the room is there, and then lets what was typed win.
final class LooksBeforeItSaves: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
  }

  var shown: Details? {
    guard let room, room.managedObjectContext != nil else { return nil }
    return Details(name: room.name, topic: room.topic)
  }

  func type(_ topic: String) { room?.topic = topic }

  func save() throws {
    guard let view, let room else { return }
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "self == %@", room)
    request.includesPendingChanges = false
    guard try view.count(for: request) == 1 else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    view.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
    try view.save()
  }
}
