import CoreData
import NestedReply
import WorkbookKit

/// Main waits for the sheet for as long as an insertion takes, or another block that is there.
struct InsertsFromMain: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    // Only an insertion, no trip to the store: it is in the sheet before the sheet can be closed.
    let draft = sheet.performAndWait { () -> NSManagedObjectID in
      let message = Message(context: sheet)
      message.text = text
      return message.objectID
    }
    sheet.perform {
      let message = sheet.object(with: draft)
      do {
        try sheet.obtainPermanentIDs(for: [message])
        try sheet.save()
      } catch {
        sheet.delete(message)
        view.perform { sent(.failure(error)) }
        return
      }
      let id = message.objectID
      view.perform {
        do {
          try view.save()
          sent(.success(id))
        } catch {
          view.delete(view.object(with: id))
          sent(.failure(error))
        }
      }
    }
  }
}
