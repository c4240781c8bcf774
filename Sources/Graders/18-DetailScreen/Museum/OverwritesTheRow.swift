import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// A policy writes the whole row, as the screen has it.
final class OverwritesTheRow: EditsDetails, @unchecked Sendable {
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
    guard room?.managedObjectContext != nil else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    view?.mergePolicy = NSMergePolicy.overwrite
    try view?.save()
  }
}
