import CoreData
import ImportHistory
import WorkbookKit

struct ImportsLater: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    view.perform {
      do {
        for text in texts {
          let message = Message(context: view)
          message.text = text
        }
        try view.save()
        done(nil)
      } catch {
        done(error)
      }
    }
  }
}
