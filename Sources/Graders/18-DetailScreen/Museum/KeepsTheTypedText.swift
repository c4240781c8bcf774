import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Shows what was typed for as long as the screen is open.
final class KeepsTheTypedText: EditsDetails, @unchecked Sendable {
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
    guard room.managedObjectContext != nil else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    room.topic = typed
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try view.save()
    }
  }
}
