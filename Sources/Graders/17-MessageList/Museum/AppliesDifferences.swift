import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Takes the places from the difference, and the texts from the objects.
final class AppliesDifferences: ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private var view: NSManagedObjectContext?
  private var ids: [NSManagedObjectID] = []

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
    ids = controller.fetchedObjects?.map(\.objectID) ?? []
  }

  var rows: [String] { ids.indices.map { message(at: $0)?.text ?? "" } }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    ids = ids.applying(diff) ?? []
  }

  func message(at row: Int) -> Message? { view?.object(with: ids[row]) as? Message }

  func viewWasReset() throws {
    try controller?.performFetch()
    ids = controller?.fetchedObjects?.map(\.objectID) ?? []
  }
}
