import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Lets the store win, looks, and writes again.
final class WritesTwice: EditsDetails, @unchecked Sendable {
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
    view.mergePolicy = NSMergePolicy.rollback
    repeat {
      room.topic = typed
      try view.save()
      guard room.managedObjectContext != nil else {
        throw CocoaError(.managedObjectReferentialIntegrity)
      }
    } while room.topic != typed
    self.typed = nil
  }
}
