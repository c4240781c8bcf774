import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Collects the changes, and applies them when all of them were told.
final class DrawsUpdatesLast: NSObject, ListsMessages, NSFetchedResultsControllerDelegate {
  private var controller: NSFetchedResultsController<Message>?
  private(set) var rows: [String] = []
  private var removed: [Int] = []
  private var inserted: [(row: Int, text: String)] = []
  private var updated: [(row: Int, text: String)] = []

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

  func controllerWillChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    (removed, inserted, updated) = ([], [], [])
  }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChange anObject: Any, at indexPath: IndexPath?, for type: NSFetchedResultsChangeType,
    newIndexPath: IndexPath?
  ) {
    guard let message = anObject as? Message else { return }
    switch type {
    case .insert: inserted.append((newIndexPath!.item, message.text))
    case .delete: removed.append(indexPath!.item)
    case .update: updated.append((indexPath!.item, message.text))
    case .move:
      removed.append(indexPath!.item)
      inserted.append((newIndexPath!.item, message.text))
    @unknown default: break
    }
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    for row in removed.sorted(by: >) { rows.remove(at: row) }
    for change in inserted.sorted(by: { $0.row < $1.row }) {
      rows.insert(change.text, at: change.row)
    }
    for change in updated where rows.indices.contains(change.row) {
      rows[change.row] = change.text
    }
  }

  func message(at row: Int) -> Message? { controller?.fetchedObjects?[row] }

  func viewWasReset() throws {
    try controller?.performFetch()
    draw()
  }
}
