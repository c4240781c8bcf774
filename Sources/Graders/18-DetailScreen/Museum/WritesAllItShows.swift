import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Writes the name back as well, as it was when the reader typed.
final class WritesAllItShows: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?
  private var typed: Details?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
  }

  var shown: Details? {
    guard let room, room.managedObjectContext != nil else { return nil }
    return Details(name: room.name, topic: typed?.topic ?? room.topic)
  }

  func type(_ topic: String) { typed = room.map { Details(name: $0.name, topic: topic) } }

  func save() throws {
    guard let view, let room, let typed else { return }
    guard room.managedObjectContext != nil else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    (room.name, room.topic) = (typed.name, typed.topic)
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try view.save()
    }
    self.typed = nil
  }
}
