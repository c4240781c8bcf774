import CoreData
import ImportHistory
import WorkbookKit

/// Inserts in a child, whose parent goes to the disk on main.
struct SavesTheParentOnMain: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = view
    child.perform {
      do {
        for text in texts { Message(context: child).text = text }
        try child.save()
        view.perform {
          do {
            try view.save()
            done(nil)
          } catch {
            done(error)
          }
        }
      } catch {
        view.perform { done(error) }
      }
    }
  }
}
