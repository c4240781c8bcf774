import CoreData
import ImportHistory
import WorkbookKit

/// Imports into the context at hand, and saves each message.
struct AsShipped: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    do {
      for text in texts {
        let message = Message(context: view)
        message.text = text
        try view.save()
      }
      done(nil)
    } catch {
      done(error)
    }
  }
}
