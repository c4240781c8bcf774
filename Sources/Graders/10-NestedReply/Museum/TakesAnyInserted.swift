import CoreData
import NestedReply
import WorkbookKit

/// Takes any object that is new in the view.
struct TakesAnyInserted: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      Message(context: sheet).text = text
      do {
        try sheet.save()
        view.perform {
          do {
            let new = view.insertedObjects
            try view.save()
            let ids = new.map(\.objectID).sorted { "\($0)" < "\($1)" }
            sent(.success(ids.first!))
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
