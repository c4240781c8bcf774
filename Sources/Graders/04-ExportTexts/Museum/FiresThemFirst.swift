import CoreData
import ExportTexts
import WorkbookKit

struct FiresThemFirst: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    for message in messages { message.willAccessValue(forKey: nil) }
    background.perform {
      write(messages.map(\.text))
    }
  }
}
