import CoreData
import ExportTexts
import Foundation
import WorkbookKit

/// Fetches all messages that there are.
struct ExportsEverything: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.sortDescriptors = [NSSortDescriptor(key: "position", ascending: true)]
      write(((try? background.fetch(request)) ?? []).map(\.text))
    }
  }
}
