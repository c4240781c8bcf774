import CoreData
import ExportTexts
import WorkbookKit

/// Maps lazily, so that the texts are read in the block.
struct MapsLazily: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.lazy.map(\.text)
    background.perform { write(Array(texts)) }
  }
}
