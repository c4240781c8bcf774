import CoreData
import WorkbookKit

/// The table of rooms on main, kept by a controller.
final class RoomTable: NSObject, NSFetchedResultsControllerDelegate {
  let controller: NSFetchedResultsController<Room>
  /// What the table shows.
  private(set) var rows: [String] = []

  /// Shows the rooms of the view context from now on.
  init(_ chat: ChatStack) throws {
    let rooms = NSFetchRequest<Room>(entityName: "Room")
    rooms.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    controller = NSFetchedResultsController(
      fetchRequest: rooms, managedObjectContext: chat.viewContext, sectionNameKeyPath: nil,
      cacheName: nil)
    super.init()
    controller.delegate = self
    try controller.performFetch()
    reload()
  }

  /// Draws the table anew.
  func reload() { rows = (controller.fetchedObjects ?? []).map(\.name) }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    reload()
  }
}
