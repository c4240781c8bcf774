import CoreData
import DetailScreen
import Foundation
import WorkbookKit

/// Copies what it shows when it opens.
final class CopiesAtOpening: EditsDetails, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var room: Room?
  private(set) var shown: Details?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    self.room = try view.existingObject(with: room) as? Room
    shown = self.room.map { Details(name: $0.name, topic: $0.topic) }
  }

  func type(_ topic: String) { shown?.topic = topic }

  func save() throws {
    guard let view, let room, let shown else { return }
    if room.topic != shown.topic { room.topic = shown.topic }
    do {
      try view.save()
    } catch {
      view.refresh(room, mergeChanges: true)
      try view.save()
    }
  }
}
