import CoreData
import NestedReply
import WorkbookKit

/// Lets the view obtain an ID, and asks the sheet's object.
struct ObtainsInTheView: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let message = Message(context: sheet)
      message.text = text
      do {
        try sheet.save()
        try view.performAndWait {
          try view.obtainPermanentIDs(for: Array(view.insertedObjects))
          try view.save()
        }
        let id = message.objectID
        view.perform { sent(.success(id)) }
      } catch {
        view.perform { sent(.failure(error)) }
      }
    }
  }
}
