import CoreData
import Dispatch
import Foundation
import NestedReply
import WorkbookKit

/// Refuses what it takes to be too long.
struct CountsCodeUnits: SendsReplies {
  func reply(
    _ text: String, in sheet: NSManagedObjectContext,
    sent: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    // What the sheet would refuse anyway need not be written: it would stay behind in there.
    guard text.utf16.count <= Message.longestText else {
      DispatchQueue.main.async { sent(.failure(CocoaError(.validationStringTooLong))) }
      return
    }
    sheet.perform {
      let id: NSManagedObjectID
      do {
        let message = Message(context: sheet)
        message.text = text
        try sheet.obtainPermanentIDs(for: [message])
        id = message.objectID
        try sheet.save()
      } catch {
        DispatchQueue.main.async { sent(.failure(error)) }
        return
      }
      guard let view = sheet.parent else {
        DispatchQueue.main.async { sent(.success(id)) }
        return
      }
      view.perform {
        do {
          try view.save()
          sent(.success(id))
        } catch {
          sent(.failure(error))
        }
      }
    }
  }
}
