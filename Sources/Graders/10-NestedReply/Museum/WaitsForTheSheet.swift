import CoreData
import NestedReply
import WorkbookKit

struct WaitsForTheSheet: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    let result = Result {
      try sheet.performAndWait {
        let message = Message(context: sheet)
        message.text = text
        try sheet.obtainPermanentIDs(for: [message])
        try sheet.save()
        try view.save()
        return message.objectID
      }
    }
    sent(result)
  }
}
