import CoreData
import SendDraft
import WorkbookKit

/// Saves the draft in a context beside the view.
struct ReparentsTheDraft: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    let beside = NSManagedObjectContext(.privateQueue)
    beside.persistentStoreCoordinator = view.persistentStoreCoordinator
    sheet.perform {
      let texts = sheet.insertedObjects.compactMap { ($0 as? Message)?.text }
      beside.perform {
        for text in texts { Message(context: beside).text = text }
        try? beside.save()
        view.perform { sent(nil) }
      }
    }
  }
}
