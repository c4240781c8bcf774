import CoreData
import ImportHistory
import WorkbookKit

struct ImportsInAChild: ImportsHistory {
  func importTexts(
    _ texts: [String], view: NSManagedObjectContext,
    done: @escaping @Sendable ((any Error)?) -> Void
  ) {
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = view
    child.perform {
      for text in texts {
        let message = Message(context: child)
        message.text = text
      }
      let result = Result { try child.save() }
      view.perform {
        do {
          try result.get()
          try view.save()
          done(nil)
        } catch {
          done(error)
        }
      }
    }
  }
}
