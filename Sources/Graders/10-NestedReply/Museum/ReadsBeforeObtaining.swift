import CoreData
import NestedReply
import WorkbookKit

struct ReadsBeforeObtaining: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let result = Result {
        let message = Message(context: sheet)
        message.text = text
        let id = message.objectID
        try sheet.obtainPermanentIDs(for: [message])
        try sheet.save()
        try view.performAndWait { try view.save() }
        return id
      }
      view.perform { sent(result) }
    }
  }
}
