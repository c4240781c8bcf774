import CoreData
import ExportTexts
import WorkbookKit

/// The IDs cross, and the background reads objects of its own.
struct CarriesTheIDs: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let ids = messages.map(\.objectID)
    background.perform {
      let own = ids.compactMap { try? background.existingObject(with: $0) as? Message }
      write(own.map(\.text))
    }
  }
}
