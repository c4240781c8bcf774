import CoreData
import ExportTexts
import WorkbookKit

/// Lets main wait for the file.
struct WaitsForTheFile: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text)
    background.performAndWait { write(texts) }
  }
}
