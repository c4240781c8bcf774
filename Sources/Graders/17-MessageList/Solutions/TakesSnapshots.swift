import CoreData
import Foundation
import MessageList
import WorkbookKit

/// A snapshot is the whole list, so that there is nothing to keep in step. Its IDs may be temporary,
/// and no row changes when they are replaced: they are looked up at once.
final class TakesSnapshots: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private var view: NSManagedObjectContext?
  private var messages: [Message] = []

  var rows: [String] { messages.map(\.text) }

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
    let snapshot = snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
    messages = snapshot.itemIdentifiers.compactMap { view?.object(with: $0) as? Message }
  }

  func message(at row: Int) -> Message? { messages[row] }

  func viewWasReset() throws {
    try controller?.performFetch()
  }
}
