import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Fetches again on main, in a turn of its own, after a save.
final class FetchesOnMain: ListsMessages, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var observer: Any?
  private var request = NSFetchRequest<Message>(entityName: "Message")
  private var messages: [Message] = []
  private(set) var rows: [String] = []

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [weak self] _ in view.perform { try? self?.viewWasReset() } }
    try viewWasReset()
  }

  func message(at row: Int) -> Message? { messages[row] }

  func viewWasReset() throws {
    messages = try view?.fetch(request) ?? []
    rows = messages.map(\.text)
  }

  deinit { NotificationCenter.default.removeObserver(observer as Any) }
}
