import CoreData
import ExportTexts
import WorkbookKit

/// Calls `write` for each message.
struct WritesOneByOne: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text)
    background.perform { for text in texts { write([text]) } }
  }
}
