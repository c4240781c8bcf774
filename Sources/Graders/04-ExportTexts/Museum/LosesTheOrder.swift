import CoreData
import ExportTexts
import WorkbookKit

struct LosesTheOrder: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    background.perform {
      let request = NSFetchRequest<Message>(entityName: "Message")
      request.sortDescriptors = [NSSortDescriptor(key: "text", ascending: true)]
      write(((try? background.fetch(request)) ?? []).map(\.text))
    }
  }
}
