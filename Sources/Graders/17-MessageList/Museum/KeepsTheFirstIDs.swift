import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Keeps IDs, be they temporary: a save gives the message another one, and no row changes.
final class KeepsTheFirstIDs: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private var entries: [(id: NSManagedObjectID, text: String)] = []

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = self
    self.controller = controller
    try viewWasReset()
  }

  var rows: [String] { entries.map(\.text) }

  func message(at row: Int) -> Message? {
    controller?.managedObjectContext.object(with: entries[row].id) as? Message
  }

  func viewWasReset() throws {
    try controller?.performFetch()
    draw()
  }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    draw()
  }

  private func draw() {
    entries = (controller?.fetchedObjects ?? []).map { ($0.objectID, $0.text) }
  }
}
