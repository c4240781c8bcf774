import CoreData
import SendDraft
import WorkbookKit

/// Copies the draft into the view, and saves that.
struct CopiesIntoTheView: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    sheet.perform {
      let texts = sheet.insertedObjects.compactMap { ($0 as? Message)?.text }
      view.perform {
        do {
          for text in texts { Message(context: view).text = text }
          try view.save()
          sent(nil)
        } catch {
          sent(error)
        }
      }
    }
  }
}
