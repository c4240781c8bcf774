import CoreData
import LikeButton
import WorkbookKit

/// The number on the button is the one that is written.
struct WritesWhatIsShown: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    let count = button.count
    do {
      try await likes.perform {
        _ = try likes.existingObject(with: room)
      }
      try await likes.perform {
        do {
          (try likes.existingObject(with: room) as! Room).messageCount = count
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
