import CoreData
import LikeButton
import WorkbookKit

/// Main stands by until the like is saved.
struct WaitsOnMain: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      try likes.performAndWait {
        do {
          (try likes.existingObject(with: room) as! Room).messageCount += 1
          try likes.save()
        } catch {
          likes.rollback()
          throw error
        }
      }
    } catch {
      button.count -= 1
    }
  }
}
