import CoreData
import NestedReply
import WorkbookKit

/// Awaits both saves.
struct RepliesInATask: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let view = sheet.parent!
    Task {
      do {
        let id = try await sheet.perform {
          let message = Message(context: sheet)
          message.text = text
          try sheet.obtainPermanentIDs(for: [message])
          try sheet.save()
          return message.objectID
        }
        try await view.perform { try view.save() }
        await MainActor.run { sent(.success(id)) }
      } catch {
        await MainActor.run { sent(.failure(error)) }
      }
    }
  }
}
