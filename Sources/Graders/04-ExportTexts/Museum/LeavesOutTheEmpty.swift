import CoreData
import ExportTexts
import WorkbookKit

/// A message without a text is a message.
struct LeavesOutTheEmpty: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text).filter { !$0.isEmpty }
    background.perform { write(texts) }
  }
}
