import CoreData
import ExportTexts
import WorkbookKit

/// Exports all messages of the first one's room.
struct ExportsTheRoom: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    let id = messages[0].objectID
    background.perform {
      let first = background.object(with: id) as! Message
      let all = (first.room?.messages ?? []).sorted { $0.position < $1.position }
      write(all.map(\.text))
    }
  }
}
