import CoreData
import LikeButton
import WorkbookKit

/// Others may go first, once.
struct YieldsAndWaits: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    await Task.yield()
    do {
      try likes.performAndWait {
        (try likes.existingObject(with: room) as! Room).messageCount += 1
        do {
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
