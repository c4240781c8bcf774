import CoreData
import NestedReply
import WorkbookKit

/// The view context's object is the one that the store gave an ID.
struct AsksTheView: SendsReplies {
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
      } catch {
        view.perform { sent(.failure(error)) }
        return
      }
      let temporaryID = message.objectID
      view.perform {
        let copy = view.object(with: temporaryID)
        sent(Result { try view.save() }.map { copy.objectID })
      }
    }
  }
}
