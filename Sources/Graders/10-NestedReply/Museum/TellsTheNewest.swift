import CoreData
import NestedReply
import WorkbookKit

/// Saves both levels, and tells the last of all messages.
struct TellsTheNewest: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      do {
        let message = Message(context: sheet)
        message.text = text
        try sheet.save()
        view.perform {
          let result = Result {
            try view.save()
            let request = NSFetchRequest<Message>(entityName: "Message")
            return try view.fetch(request).last!.objectID
          }
          sent(result)
        }
      } catch {
        view.perform { sent(.failure(error)) }
      }
    }
  }
}
