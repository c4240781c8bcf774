import CoreData
import Foundation
import MessageList
import WorkbookKit

/// A snapshot is the whole list, so that there is nothing to keep in step.
final class TakesSnapshots: ListsMessages, NSFetchedResultsControllerDelegate, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private var view: NSManagedObjectContext?
  private var ids: [NSManagedObjectID] = []
  private(set) var rows: [String] = []

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = self
    self.view = view
    self.controller = controller
    try controller.performFetch()
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
  ) {
    ids = snapshot.itemIdentifiers
    rows = ids.indices.map { message(at: $0)?.text ?? "" }
  }

  func message(at row: Int) -> Message? {
    (try? view?.existingObject(with: ids[row])) as? Message
  }

  func viewWasReset() throws {
    try controller?.performFetch()
  }
}
