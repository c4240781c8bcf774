import CoreData
import LikeButton
import WorkbookKit

/// Takes back the like, and leaves other changes alone.
struct RefreshesTheRoom: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      try await likes.perform {
        let liked = try likes.existingObject(with: room) as! Room
        liked.messageCount += 1
        do {
          try likes.save()
        } catch {
          likes.refresh(liked, mergeChanges: false)
          throw error
        }
      }
    } catch {
      button.count -= 1
    }
  }
}
