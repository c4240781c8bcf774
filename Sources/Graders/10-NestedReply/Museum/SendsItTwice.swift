import CoreData
import NestedReply
import WorkbookKit

/// Writes the reply in both contexts.
struct SendsItTwice: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let message = Message(context: sheet)
      message.text = text
      do {
        try sheet.save()
        view.perform {
          do {
            let copy = Message(context: view)
            copy.text = text
            try view.save()
            sent(.success(copy.objectID))
          } catch {
            sent(.failure(error))
          }
        }
      } catch {
        view.perform { sent(.failure(error)) }
      }
    }
  }
}
