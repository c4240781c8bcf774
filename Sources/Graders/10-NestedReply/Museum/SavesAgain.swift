import CoreData
import NestedReply
import WorkbookKit

struct SavesAgain: SendsReplies {
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
        try sheet.save()
        return message.objectID
      }
      view.perform { sent(result) }
    }
  }
}
