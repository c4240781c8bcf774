import CoreData
import LikeButton
import WorkbookKit

/// Reading, adding and saving are one block; the button is ahead of it.
struct OneBlock: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
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
    } catch {
      button.count -= 1
    }
  }
}
