import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Begins anew in an empty view if the save is refused.
final class ResetsTheView: EditsDetails, @unchecked Sendable {
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
    room.topic = typed
    do {
      try view.save()
    } catch {
      view.reset()
      self.room = try view.existingObject(with: id) as? Room
      self.room?.topic = typed
      try view.save()
    }
    self.typed = nil
  }
}
