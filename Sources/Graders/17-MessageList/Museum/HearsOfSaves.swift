import CoreData
import Foundation
import MessageList
import WorkbookKit

/// Fetches at each save, where the save was.
final class HearsOfSaves: ListsMessages, @unchecked Sendable {
  // @unchecked Sendable because all of it is called on main.
  private var view: NSManagedObjectContext?
  private var observer: Any?
  private var request = NSFetchRequest<Message>(entityName: "Message")
  private var messages: [Message] = []

  func open(_ room: NSManagedObjectID, in view: NSManagedObjectContext) throws {
    self.view = view
    request.predicate = NSPredicate(format: "room == %@", room)
    request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
    observer = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: nil, queue: nil
    ) { [weak self] _ in try? self?.viewWasReset() }
    try viewWasReset()
  }

  var rows: [String] { messages.map(\.text) }

  func message(at row: Int) -> Message? { messages[row] }

  func viewWasReset() throws { messages = try view?.fetch(request) ?? [] }

  deinit { NotificationCenter.default.removeObserver(observer as Any) }
}
