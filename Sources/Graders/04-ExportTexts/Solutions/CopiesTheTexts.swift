import CoreData
import ExportTexts
import WorkbookKit

/// Only values cross: they belong to no context.
struct CopiesTheTexts: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text)
    background.perform {
      write(texts)
    }
  }
}
