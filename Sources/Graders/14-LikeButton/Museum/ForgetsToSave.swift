import CoreData
import LikeButton
import WorkbookKit

/// Adds, and leaves it at that.
struct ForgetsToSave: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    await likes.perform {
      let liked = try? likes.existingObject(with: room) as? Room
      liked?.messageCount += 1
    }
  }
}
