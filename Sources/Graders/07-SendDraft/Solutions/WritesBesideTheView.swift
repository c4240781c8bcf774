import CoreData
import SendDraft
import WorkbookKit

/// Takes the values out of the sheet and saves them by a peer of the view context.
struct WritesBesideTheView: SendsDrafts {
  func send(_ sheet: NSManagedObjectContext, sent: @escaping @Sendable ((any Error)?) -> Void) {
    let view = sheet.parent!
    let writer = NSManagedObjectContext(.privateQueue)
    writer.persistentStoreCoordinator = view.persistentStoreCoordinator
    sheet.perform {
      let drafts = sheet.insertedObjects.compactMap { $0 as? Message }
        .map { (text: $0.text, room: $0.room?.objectID) }
      writer.perform {
        let result = Result {
          for draft in drafts {
            let message = Message(context: writer)
            message.text = draft.text
            message.room = try draft.room.map { try writer.existingObject(with: $0) as! Room }
          }
          try writer.save()
        }
        view.perform {
          if case .failure(let error) = result { sent(error) } else { sent(nil) }
        }
      }
    }
  }
}
