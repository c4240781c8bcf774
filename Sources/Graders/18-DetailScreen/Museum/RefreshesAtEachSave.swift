import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Refreshes the room at each save.
final class RefreshesAtEachSave: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?
  private var observer: Any?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [weak self] _ in
      view.perform {
        guard let room = self?.room else { return }
        view.refresh(room, mergeChanges: false)
      }
    }
  }

  deinit { NotificationCenter.default.removeObserver(observer as Any) }

  private var living: Room? {
    room.flatMap { try? view?.existingObject(with: $0.objectID) as? Room }
  }

  var shown: Details? { living.map { Details(name: $0.name, topic: $0.topic) } }

  func type(_ topic: String) { living?.topic = topic }

  func save() throws {
    guard let view, let living else { throw CocoaError(.managedObjectReferentialIntegrity) }
    do {
      try view.save()
    } catch {
      view.refresh(living, mergeChanges: true)
      try view.save()
    }
  }
}
