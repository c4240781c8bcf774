import CoreData
import NestedReply
import Synchronization
import WorkbookKit

/// Lets one save of the view be for all replies that are in it, and tells one sheet of its error.
struct SharesTheSave: SendsReplies {
  private static let isAskedFor = Mutex(false)

  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      do {
        let message = Message(context: sheet)
        message.text = text
        try sheet.obtainPermanentIDs(for: [message])
        let id = message.objectID
        try sheet.save()
        let isFirst = Self.isAskedFor.withLock { isAsked in
          defer { isAsked = true }
          return !isAsked
        }
        view.perform {
          do {
            if isFirst {
              Self.isAskedFor.withLock { $0 = false }
              try view.save()
            }
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
