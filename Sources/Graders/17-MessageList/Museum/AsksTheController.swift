import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Keeps no rows. A delegate is needed all the same, or nothing is followed.
final class AsksTheController: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = self
    self.controller = controller
    try controller.performFetch()
  }

  var rows: [String] { controller?.fetchedObjects?.map(\.text) ?? [] }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
  }

  func message(at row: Int) -> Message? { controller?.fetchedObjects?[row] }

  func viewWasReset() throws {
    try controller?.performFetch()
  }
}
