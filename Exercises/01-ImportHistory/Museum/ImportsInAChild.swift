import CoreData
import WorkbookKit

struct ImportsInAChild: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext, done: @escaping () -> Void
  ) {
    let child = NSManagedObjectContext(.privateQueueConcurrencyType)
    child.parent = view
    child.perform {
      for text in texts {
        let message = Message(context: child)
        message.text = text
      }
      try? child.save()
      view.perform {
        try? view.save()
        done()
      }
    }
  }
}
