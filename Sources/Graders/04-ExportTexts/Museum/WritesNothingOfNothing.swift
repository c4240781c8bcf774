import CoreData
import ExportTexts
import WorkbookKit

/// Does nothing where there is nothing to export.
struct WritesNothingOfNothing: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    if messages.isEmpty { return }
    let texts = messages.map(\.text)
    background.perform { write(texts) }
  }
}
