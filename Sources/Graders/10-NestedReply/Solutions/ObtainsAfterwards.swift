import CoreData
import NestedReply
import WorkbookKit

/// The sheet's object is converted when the row is there.
struct ObtainsAfterwards: SendsReplies {
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
        try view.performAndWait { try view.save() }
        try sheet.obtainPermanentIDs(for: [message])
        return message.objectID
      }
      view.perform { sent(result) }
    }
  }
}
