import CoreData
import WorkbookKit

extension NSFetchRequest<Message> {
  /// All messages there are.
  static var allMessages: NSFetchRequest<Message> { NSFetchRequest(entityName: "Message") }
}
