import CoreData
import ExportTexts
import Foundation
import WorkbookKit

/// Fetches the right messages without an order.
struct TrustsTheFetch: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let ids = messages.map(\.objectID)
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "self IN %@", ids)
      write(((try? background.fetch(request)) ?? []).map(\.text))
    }
  }
}
