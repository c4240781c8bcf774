import CoreData
import NestedReply
import WorkbookKit

struct ObtainsInTheParent: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let result = Result {
        let message = Message(context: sheet)
        message.text = text
        try sheet.save()
        try view.performAndWait {
          try view.obtainPermanentIDs(for: Array(view.insertedObjects))
          try view.save()
        }
        return message.objectID
      }
      view.perform { sent(result) }
    }
  }
}
