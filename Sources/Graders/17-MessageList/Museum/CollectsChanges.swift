import CoreData
import Foundation
import MessageList
import WorkbookKit

/// First all that goes, from the back; then all that comes, from the front.
final class CollectsChanges: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private(set) var rows: [String] = []
  private var gone: [Int] = []
  private var come: [(row: Int, text: String)] = []

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
    if let indexPath { gone.append(indexPath.item) }
    guard type != .delete, let message = anObject as? Message else { return }
    if let place = newIndexPath ?? indexPath { come.append((place.item, message.text)) }
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    for row in gone.sorted(by: >) { rows.remove(at: row) }
    for (row, text) in come.sorted(by: { $0.row < $1.row }) { rows.insert(text, at: row) }
    (gone, come) = ([], [])
  }

  func message(at row: Int) -> Message? { controller?.fetchedObjects?[row] }

  func viewWasReset() throws {
    try controller?.performFetch()
    draw()
  }
}
