import CoreData
import LikeButton
import WorkbookKit

/// Reads the number, adds one, and writes it back.
struct AsShipped: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      let count = try await likes.perform {
        (try likes.existingObject(with: room) as! Room).messageCount
      }
      try await likes.perform {
        (try likes.existingObject(with: room) as! Room).messageCount = count + 1
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
