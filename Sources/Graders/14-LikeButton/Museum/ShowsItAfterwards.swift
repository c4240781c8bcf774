import CoreData
import LikeButton
import WorkbookKit

/// The button follows the store.
struct ShowsItAfterwards: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    do {
      try await likes.perform {
        do {
          let liked = try likes.existingObject(with: room) as! Room
          liked.messageCount += 1
          try likes.save()
        } catch {
          likes.rollback()
          throw error
        }
      }
      button.count += 1
    } catch {}
  }
}
