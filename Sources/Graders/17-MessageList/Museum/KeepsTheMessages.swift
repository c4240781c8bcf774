import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Keeps the messages it found, and draws only those.
final class KeepsTheMessages: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var messages: [Message] = []
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
    messages = controller.fetchedObjects ?? []
  }

  var rows: [String] { messages.map(\.text) }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    messages.sort { $0.position < $1.position }
  }

  func message(at row: Int) -> Message? { messages[row] }

  func viewWasReset() throws {
    try controller?.performFetch()
    messages = controller?.fetchedObjects ?? []
  }
}
