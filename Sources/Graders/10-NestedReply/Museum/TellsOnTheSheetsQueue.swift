import CoreData
import NestedReply
import WorkbookKit

/// Tells it where it stands.
struct TellsOnTheSheetsQueue: SendsReplies {
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
        try sheet.save()
        try view.performAndWait { try view.save() }
        sent(.success(message.objectID))
      } catch {
        sent(.failure(error))
      }
    }
  }
}
