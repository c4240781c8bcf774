import CoreData
import Interleaving
import WorkbookKit

/// A room whose name is on the screen, and a sync that renames it in the store.
struct OpenRoom {
  let view: NSManagedObjectContext
  let sync: NSManagedObjectContext
  /// The view context's object. Its values have been read.
  let room: Room

  init() throws {
    let chat = try ChatStack()
    let id = try chat.addRoom("Harbour")
    view = chat.viewContext
    sync = chat.backgroundContext("sync")
    room = try view.existingObject(with: id) as! Room
    Runtime.current.note("screen", "shows \(room.name)")
  }

  /// Renames the room on the sync's queue, saves, and lets main look afterwards.
  func rename(thenOnMain look: @escaping () -> Void) {
    let id = room.objectID
    sync.perform {
      renameRoom(id, in: sync)
      view.perform { look() }
    }
  }
}

/// Gives the room its new name and saves. Belongs into a block of `context`.
func renameRoom(_ id: NSManagedObjectID, in context: NSManagedObjectContext) {
  do {
    let room = try context.existingObject(with: id) as? Room
    room?.name = "Pier"
    try context.save()
  } catch {
    Runtime.current.note("sync", "cannot rename: \(error)")
  }
}
