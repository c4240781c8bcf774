import CoreData
import ExportTexts
import WorkbookKit

/// Writes each text once.
struct DropsEqualTexts: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    var seen: Set<String> = []
    let texts = messages.map(\.text).filter { seen.insert($0).inserted }
    background.perform { write(texts) }
  }
}
