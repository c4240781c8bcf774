import CoreData
import LikeButton
import WorkbookKit

/// Remembers the number from before the tap.
struct PutsTheOldNumberBack: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    let before = button.count
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
      button.count = before
    }
  }
}
