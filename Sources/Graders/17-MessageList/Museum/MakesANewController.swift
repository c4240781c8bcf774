import CoreData
import Foundation
import MessageList
import WorkbookKit

/// After a reset it opens the room once more.
final class MakesANewController: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private(set) var rows: [String] = []
  private var opened: (room: NSManagedObjectID, view: NSManagedObjectContext)?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
    controller.delegate = self
    opened = (room, view)
    self.controller = controller
    try controller.performFetch()
    draw()
  }

  private func draw() { rows = controller?.fetchedObjects?.map(\.text) ?? [] }

  func controllerDidChangeContent(
    _ controller: NSFetchedResultsController<any NSFetchRequestResult>
  ) {
    draw()
  }

  func message(at row: Int) -> Message? { controller?.fetchedObjects?[row] }

  func viewWasReset() throws {
    guard let opened else { return }
    try open(opened.room, in: opened.view)
  }
}
