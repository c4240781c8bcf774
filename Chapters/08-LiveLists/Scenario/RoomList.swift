import CoreData
import Interleaving
import WorkbookKit

/// A table of rooms on main, kept by a controller.
final class RoomList: NSObject, NSFetchedResultsControllerDelegate {
  let controller: NSFetchedResultsController<Room>
  /// What the table shows.
  private(set) var rows: [String] = []

  init(_ context: NSManagedObjectContext) {
    let rooms = NSFetchRequest<Room>(entityName: "Room")
    rooms.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    controller = NSFetchedResultsController(
      fetchRequest: rooms, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
  }

  /// Draws the table anew. An object without a context must not be asked for anything.
  func reload() {
    let rooms = controller.fetchedObjects ?? []
    rows = rooms.filter { $0.managedObjectContext != nil }.map(\.name)
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    reload()
  }
}

extension NSManagedObjectContext {
  /// Makes a room and saves it, as a sync does.
  func addRoom(_ name: String) {
    attempt {
      let room = Room(context: self)
      room.name = name
      try save()
    }
  }

  /// The only message there is.
  func onlyMessage() throws -> Message {
    try fetch(NSFetchRequest<Message>(entityName: "Message"))[0]
  }
}
