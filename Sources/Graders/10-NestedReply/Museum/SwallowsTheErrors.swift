import CoreData
import NestedReply
import WorkbookKit

/// Drops both errors.
struct SwallowsTheErrors: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    sheet.perform {
      let message = Message(context: sheet)
      message.text = text
      try? sheet.obtainPermanentIDs(for: [message])
      try? sheet.save()
      let id = message.objectID
      view.perform {
        try? view.save()
        sent(.success(id))
      }
    }
  }
}
