import CoreData
import ExportTexts
import WorkbookKit

/// Awaits the block of the background context.
struct ExportsInATask: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text)
    Task { await background.perform { write(texts) } }
  }
}
