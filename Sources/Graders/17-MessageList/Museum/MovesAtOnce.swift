import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Applies each change to the rows that the last one left.
final class MovesAtOnce: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private(set) var rows: [String] = []

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = self
    self.controller = controller
    try controller.performFetch()
    draw()
  }

  private func draw() { rows = controller?.fetchedObjects?.map(\.text) ?? [] }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    guard let message = anObject as? Message else { return }
    switch type {
    case .insert: rows.insert(message.text, at: min(newIndexPath!.item, rows.count))
    case .delete: rows.remove(at: min(indexPath!.item, rows.count - 1))
    case .update: rows[min(indexPath!.item, rows.count - 1)] = message.text
    case .move:
      rows.remove(at: min(indexPath!.item, rows.count - 1))
      rows.insert(message.text, at: min(newIndexPath!.item, rows.count))
    @unknown default: break
    }
  }

  func message(at row: Int) -> Message? { controller?.fetchedObjects?[row] }

  func viewWasReset() throws {
    try controller?.performFetch()
    draw()
  }
}
