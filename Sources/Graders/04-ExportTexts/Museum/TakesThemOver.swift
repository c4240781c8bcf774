import CoreData
import ExportTexts
import WorkbookKit

/// Makes the background read messages of the view.
struct TakesThemOver: ExportsTexts {
  func export(
    _ messages: [Message], with background: NSManagedObjectContext,
    write: @escaping @Sendable ([String]) -> Void
  ) {
    background.perform {
      var texts: [String] = []
      for message in messages {
        background.refresh(message, mergeChanges: true)
        texts.append(message.text)
      }
      write(texts)
    }
  }
}
