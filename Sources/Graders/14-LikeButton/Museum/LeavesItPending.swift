import CoreData
import LikeButton
import WorkbookKit

/// The error takes the button back, and nothing else.
struct LeavesItPending: CountsLikes {
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
      button.count -= 1
    }
  }
}
