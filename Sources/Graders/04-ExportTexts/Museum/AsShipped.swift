import CoreData
import ExportTexts
import WorkbookKit

/// Reads the texts in the background, where the file is written.
struct AsShipped: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    background.perform {
      write(messages.map(\.text))
    }
  }
}
