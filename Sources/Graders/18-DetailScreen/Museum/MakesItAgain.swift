import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Makes the room again if it is gone, so that no text is lost.
final class MakesItAgain: EditsDetails, @unchecked Sendable {
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
    if room.managedObjectContext == nil {
      let again = Room(context: view)
      (again.name, again.topic) = (room.name, typed)
      self.room = again
    } else {
      room.topic = typed
    }
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try view.save()
    }
    self.typed = nil
  }
}
