import CoreData
import LikeButton
import WorkbookKit

/// The main actor uses the private context.
struct StaysOnMain: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      (try likes.existingObject(with: room) as! Room).messageCount += 1
      try likes.save()
    } catch {
      likes.rollback()
      button.count -= 1
    }
  }
}
