import CoreData
import ExportTexts
import WorkbookKit

/// Writes the texts in alphabetical order.
struct SortsTheTexts: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text).sorted()
    background.perform { write(texts) }
  }
}
