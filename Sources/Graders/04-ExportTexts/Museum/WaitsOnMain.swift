import CoreData
import ExportTexts
import WorkbookKit

struct WaitsOnMain: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text)
    background.performAndWait { write(texts) }
  }
}
