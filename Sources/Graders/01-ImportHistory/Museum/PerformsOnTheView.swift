import CoreData
import ImportHistory
import WorkbookKit

/// Goes through perform, but of the screens' context.
struct PerformsOnTheView: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    view.perform {
      do {
        for text in texts { Message(context: view).text = text }
        try view.save()
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}
