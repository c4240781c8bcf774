import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Asks the store whenever the table asks.
final class FetchesEachTime: ListsMessages, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var request = NSFetchRequest<Message>(entityName: "Message")
  private var view: NSManagedObjectContext?

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
  }

  private var messages: [Message] { (try? view?.fetch(request)) ?? [] }

  var rows: [String] { messages.map(\.text) }

  func message(at row: Int) -> Message? { messages[row] }

  func viewWasReset() throws {}
}
