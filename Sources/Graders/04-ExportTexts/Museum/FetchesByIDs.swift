import CoreData
import ExportTexts
import Foundation
import WorkbookKit

/// Fetches the background's own messages, and puts them in order.
struct FetchesByIDs: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let ids = messages.map(\.objectID)
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.predicate = NSPredicate(format: "self IN %@", ids)
      let own = (try? background.fetch(request)) ?? []
      let byID = Dictionary(uniqueKeysWithValues: own.map { ($0.objectID, $0.text) })
      write(ids.compactMap { byID[$0] })
    }
  }
}
