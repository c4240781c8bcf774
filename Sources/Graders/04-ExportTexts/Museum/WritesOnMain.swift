import CoreData
import ExportTexts
import WorkbookKit

struct WritesOnMain: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    write(messages.map(\.text))
  }
}
