import CoreData
import NestedReply
import WorkbookKit

/// Lets main wait for the sheet.
struct WaitsForTheSheetOnMain: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    do {
      let id = try sheet.performAndWait {
        let message = Message(context: sheet)
        message.text = text
        try sheet.obtainPermanentIDs(for: [message])
        try sheet.save()
        return message.objectID
      }
      try view.save()
      sent(.success(id))
    } catch {
      sent(.failure(error))
    }
  }
}
