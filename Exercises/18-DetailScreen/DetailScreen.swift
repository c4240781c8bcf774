import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Shows the room, writes into it, and saves the view.
final class Answer: EditsDetails {
  private var view: NSManagedObjectContext?
  private var room: Room?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = view.object(with: room) as? Room
  }

  var shown: Details? {
    guard let room, !room.isDeleted else { return nil }
    return Details(name: room.name, topic: room.topic)
  }

  func type(_ topic: String) { room?.topic = topic }

  func save() throws {
    do {
      try view?.save()
    } catch {
      view?.rollback()
    }
  }
}
