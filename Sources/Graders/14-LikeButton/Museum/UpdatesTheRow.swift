import CoreData
import LikeButton
import WorkbookKit

/// The store itself adds one; what else the context holds is saved with it or refused.
struct UpdatesTheRow: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    let isSaved = await likes.perform {
      guard (try? likes.save()) != nil else { return false }
      let request = NSBatchUpdateRequest(entityName: "Room")
      request.predicate = NSPredicate(format: "SELF == %@", room)
      request.propertiesToUpdate = ["messageCount": NSExpression(format: "messageCount + 1")]
      return (try? likes.execute(request)) != nil
    }
    if !isSaved { button.count -= 1 }
  }
}
