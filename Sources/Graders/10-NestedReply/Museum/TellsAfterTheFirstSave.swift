import CoreData
import NestedReply
import WorkbookKit

/// Obtains an ID, and tells it when the sheet is saved.
struct TellsAfterTheFirstSave: SendsReplies {
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
        let id = message.objectID
        view.perform { sent(.success(id)) }
        view.perform { try? view.save() }
      } catch {
        view.perform { sent(.failure(error)) }
      }
    }
  }
}
