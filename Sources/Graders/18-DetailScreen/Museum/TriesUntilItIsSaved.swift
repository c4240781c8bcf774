import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Tries again as long as the room is in the store.
final class TriesUntilItIsSaved: EditsDetails, @unchecked Sendable {
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
    guard let room, room.managedObjectContext != nil else { return nil }
    return Details(name: room.name, topic: typed ?? room.topic)
  }

  func type(_ topic: String) { typed = topic }

  private func isStored(_ room: Room) throws -> Bool {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "self == %@", room)
    request.includesPendingChanges = false
    return try view?.count(for: request) == 1
  }

  func save() throws {
    guard let room, room.managedObjectContext != nil else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    while true {
      do {
        if let typed { room.topic = typed }
        try view!.save()
        typed = nil
        return
      } catch let error as CocoaError where error.code == .managedObjectMerge {
        guard try isStored(room) else { throw CocoaError(.managedObjectReferentialIntegrity) }
        view?.refresh(room, mergeChanges: true)
      }
    }
  }
}
