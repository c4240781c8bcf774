import CoreData
import NestedReply
import WorkbookKit

/// Writes the reply in the view context.
struct WritesInTheView: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    view.perform {
      let message = Message(context: view)
      message.text = text
      do {
        try view.save()
        sent(.success(message.objectID))
      } catch {
        sent(.failure(error))
      }
    }
  }
}
