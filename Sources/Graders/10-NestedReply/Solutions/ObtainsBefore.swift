import CoreData
import NestedReply
import WorkbookKit

/// One permanent ID for both levels, from the start.
struct ObtainsBefore: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let result = Result {
        let message = Message(context: sheet)
        message.text = text
        try sheet.obtainPermanentIDs(for: [message])
        try sheet.save()
        try view.performAndWait { try view.save() }
        return message.objectID
      }
      view.perform { sent(result) }
    }
  }
}
