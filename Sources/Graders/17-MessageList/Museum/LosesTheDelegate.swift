import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Makes a new controller after a reset, and nothing listens to it.
final class LosesTheDelegate: NSObject, ListsMessages, NSFetchedResultsControllerDelegate,
  @unchecked Sendable
{
  // @unchecked Sendable because all of it is called on main.
  private var controller: NSFetchedResultsController<Message>?
  private(set) var rows: [String] = []
  private var opened: (room: NSManagedObjectID, view: NSManagedObjectContext)?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    opened = (room, view)
    try list(room, in: view)
    controller?.delegate = self
  }

  private func list(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    let request = NSFetchRequest<Message>(entityName: "Message")
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: view, sectionNameKeyPath: nil, cacheName: nil)
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
    try list(opened.room, in: opened.view)
  }
}
