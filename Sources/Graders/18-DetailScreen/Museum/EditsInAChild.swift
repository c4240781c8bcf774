import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Saves a child of the view, and then the view, twice if need be.
final class EditsInAChild: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private let sheet = NSManagedObjectContext(.mainQueue)
  private var view: NSManagedObjectContext?
  private var room: Room?
  private var typed: Room?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    sheet.parent = view
    self.room = try view.existingObject(with: room) as? Room
  }

  var shown: Details? {
    guard let room, room.managedObjectContext != nil else { return nil }
    return Details(name: room.name, topic: typed?.topic ?? room.topic)
  }

  func type(_ topic: String) {
    guard let room else { return }
    typed = typed ?? sheet.object(with: room.objectID) as? Room
    typed?.topic = topic
  }

  func save() throws {
    guard let view, let room, typed != nil else { return }
    guard room.managedObjectContext != nil else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    try sheet.save()
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try view.save()
    }
    typed = nil
  }
}
