import CoreData
import ExportTexts
import Foundation
import WorkbookKit

/// Lets a queue of its own wait for the background.
struct WaitsOnADispatchQueue: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let texts = messages.map(\.text)
    DispatchQueue(label: "export").async { background.performAndWait { write(texts) } }
  }
}
