import CoreData
import WorkbookKit

/// What the server has for a member who signs in for the first time.
enum Server {
  /// Four pages with twenty messages each.
  static let pages = (0..<4).map { page in
    (1...20).map { "Message \(page * 20 + $0)" }
  }

  static let messageCount = pages.joined().count
}

extension NSManagedObjectContext {
  /// Makes an object of every message of a page.
  func insert(_ page: [String]) {
    for text in page {
      let message = Message(context: self)
      message.text = text
    }
  }

  /// The same, and saves.
  func importPage(_ page: [String]) throws {
    insert(page)
    try save()
  }
}

extension NSFetchRequest<Message> {
  /// All messages there are.
  static var allMessages: NSFetchRequest<Message> { NSFetchRequest(entityName: "Message") }
}
