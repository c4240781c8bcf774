import CoreData
import NestedReply
import WorkbookKit

struct KnowsTheText: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let result = Result {
        let message = Message(context: sheet)
        message.text = "I am coming too."
        try sheet.save()
        try view.performAndWait { try view.save() }
        try sheet.obtainPermanentIDs(for: [message])
        return message.objectID
      }
      view.perform { sent(result) }
    }
  }
}
