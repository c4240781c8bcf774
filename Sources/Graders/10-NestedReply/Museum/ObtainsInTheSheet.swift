import CoreData
import NestedReply
import WorkbookKit

/// Obtains a permanent ID before both saves.
struct ObtainsInTheSheet: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let message = Message(context: sheet)
      message.text = text
      do {
        try sheet.obtainPermanentIDs(for: [message])
        let id = message.objectID
        try sheet.save()
        view.perform {
          do {
            try view.save()
            sent(.success(id))
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
