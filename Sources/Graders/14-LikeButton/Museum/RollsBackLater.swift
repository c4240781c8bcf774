import CoreData
import LikeButton
import WorkbookKit

/// One block counts and saves. Another one clears up.
struct RollsBackLater: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      try await likes.perform {
        (try likes.existingObject(with: room) as! Room).messageCount += 1
        try likes.save()
      }
    } catch {
      await likes.perform { likes.rollback() }
      button.count -= 1
    }
  }
}
