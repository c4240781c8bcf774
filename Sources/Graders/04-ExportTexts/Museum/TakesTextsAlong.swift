import CoreData
import ExportTexts
import WorkbookKit

/// Reads the texts on main, where the messages are at home.
struct TakesTextsAlong: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map { $0.text }
    background.perform { write(texts) }
  }
}
