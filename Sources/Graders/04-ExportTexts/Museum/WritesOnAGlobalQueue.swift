import CoreData
import ExportTexts
import Foundation
import WorkbookKit

/// Writes on a queue that is not the background's.
struct WritesOnAGlobalQueue: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text)
    DispatchQueue.global().async { write(texts) }
  }
}
