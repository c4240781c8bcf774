import CoreData
import NestedReply
import WorkbookKit

struct SavesTheChildOnly: SendsReplies {
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
        return message.objectID
      }
      view.perform { sent(result) }
    }
  }
}
