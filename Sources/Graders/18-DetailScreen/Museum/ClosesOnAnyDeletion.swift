import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Closes when something was deleted in the view.
final class ClosesOnAnyDeletion: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?
  private var isOpen = true
  private var observer: Any?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: view, queue: nil
    ) { [weak self] in
      let deleted = $0.userInfo?[NSDeletedObjectIDsKey] as? Set<NSManagedObjectID>
      if deleted?.isEmpty == false { self?.isOpen = false }
    }
  }

  deinit { NotificationCenter.default.removeObserver(observer as Any) }

  var shown: Details? {
    guard let room, isOpen else { return nil }
    return Details(name: room.name, topic: room.topic)
  }

  func type(_ topic: String) { room?.topic = topic }

  func save() throws {
    guard let view, let room, isOpen else {
      throw CocoaError(.managedObjectReferentialIntegrity)
    }
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try view.save()
    }
  }
}
