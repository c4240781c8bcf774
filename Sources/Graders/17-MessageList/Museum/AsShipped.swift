import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Follows the list change by change.
final class AsShipped: NSObject, ListsMessages, NSFetchedResultsControllerDelegate {
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
    case .delete: rows.remove(at: indexPath!.item)
    case .update, .move: rows[indexPath!.item] = message.text
    @unknown default: break
    }
  }

  func message(at row: Int) -> Message? { controller?.fetchedObjects?[row] }

  func viewWasReset() throws {
    controller?.delegate = self
  }
}
