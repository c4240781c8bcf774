import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Lets the store change the row, and asks how many rows there were.
final class UpdatesTheRow: EditsDetails, @unchecked Sendable {
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
    let update = NSBatchUpdateRequest(entityName: "Room")
    update.predicate = NSPredicate(format: "self == %@", room.objectID)
    update.propertiesToUpdate = ["topic": typed]
    update.resultType = .updatedObjectIDsResultType
    let result = try view.execute(update) as? NSBatchUpdateResult
    guard let ids = result?.result as? [NSManagedObjectID], !ids.isEmpty else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    NSManagedObjectContext.mergeChanges(
      fromRemoteContextSave: [NSUpdatedObjectsKey: ids], into: [view])
    self.typed = nil
  }
}
