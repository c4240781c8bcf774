import CoreData
import NestedReply
import WorkbookKit

struct RefreshesTheReply: SendsReplies {
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
        sheet.refresh(message, mergeChanges: true)
        return message.objectID
      }
      view.perform { sent(result) }
    }
  }
}
