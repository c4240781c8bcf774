import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Takes the places from the difference, and the texts from the objects. It keeps objects: an ID
/// may be temporary.
final class AppliesDifferences: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private var view: NSManagedObjectContext?
  private var messages: [Message] = []

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
    messages = controller.fetchedObjects ?? []
  }

  var rows: [String] { messages.map(\.text) }

  func controller(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
    didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
  ) {
    for case .remove(let row, _, _) in diff.removals.reversed() { messages.remove(at: row) }
    for case .insert(let row, let id, _) in diff.insertions {
      messages.insert(view?.object(with: id) as! Message, at: row)
    }
  }

  func message(at row: Int) -> Message? { messages[row] }

  func viewWasReset() throws {
    try controller?.performFetch()
    messages = controller?.fetchedObjects ?? []
  }
}
