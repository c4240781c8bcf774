import CoreData
import ExportTexts
import WorkbookKit

struct KnowsTheTexts: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    background.perform { write(["Hello", "Anybody here?", "Coffee at three"]) }
  }
}
