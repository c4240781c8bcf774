import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Asks the room whether it is deleted, and takes a merged deletion for one.
final class AsksWhetherItIsDeleted: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?
  /// Typed and not saved. In the room, a text that is as it was is no change, and a merge replaces
  /// it.
  private var typed: String?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
  }

  var shown: Details? {
    guard let room, !room.isDeleted else { return nil }
    return Details(name: room.name, topic: typed ?? room.topic)
  }

  func type(_ topic: String) { typed = topic }

  func save() throws {
    guard let view, let room, room.managedObjectContext != nil else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    do {
      try write(to: room)
    } catch {
      view.refresh(room, mergeChanges: true)
      try write(to: room)
    }
  }

  private func write(to room: Room) throws {
    if let typed { room.topic = typed }
    try view?.save()
    typed = nil
  }
}
