import CoreData
import NestedReply
import WorkbookKit

struct KeepsSilent: SendsReplies {
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
      if case .success = result { view.perform { sent(result) } }
    }
  }
}
