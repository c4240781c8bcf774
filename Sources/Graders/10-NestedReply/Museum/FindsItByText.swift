import CoreData
import Foundation
import NestedReply
import WorkbookKit

/// Looks for a message with this text.
struct FindsItByText: SendsReplies {
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
            try view.save()
            let request = NSFetchRequest<Message>(entityName: "Message")
            request.predicate = NSPredicate(format: "text == %@", text)
            sent(.success(try view.fetch(request).first!.objectID))
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
