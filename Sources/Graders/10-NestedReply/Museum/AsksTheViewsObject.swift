import CoreData
import Foundation
import NestedReply
import WorkbookKit

/// Asks the view's object after its save.
struct AsksTheViewsObject: SendsReplies {
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
        let temporary = message.objectID
        DispatchQueue.main.async {
          do {
            let above = view.object(with: temporary)
            try view.save()
            sent(.success(above.objectID))
          } catch {
            sent(.failure(error))
          }
        }
      } catch {
        DispatchQueue.main.async { sent(.failure(error)) }
      }
    }
  }
}
