import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Shows the room that it holds, for as long as it holds it.
final class NeverCloses: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
  }

  var shown: Details? {
    guard let room else { return nil }
    return Details(name: room.name, topic: room.topic)
  }

  func type(_ topic: String) { room?.topic = topic }

  func save() throws {
    guard let view, let room, room.managedObjectContext != nil else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try view.save()
    }
  }
}
