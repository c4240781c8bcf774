import CoreData
import LikeButton
import WorkbookKit

/// The reader who taps need not wait for the save.
struct StartsATask: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    Task { @MainActor in
      do {
        try await likes.perform {
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
}
