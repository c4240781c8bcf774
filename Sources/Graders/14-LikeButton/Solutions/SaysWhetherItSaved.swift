import CoreData
import LikeButton
import WorkbookKit

/// The block says whether it went well, and forgets what did not.
struct SaysWhetherItSaved: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    let isSaved = await likes.perform {
      guard let liked = try? likes.existingObject(with: room) as? Room else { return false }
      liked.messageCount += 1
      if (try? likes.save()) != nil { return true }
      likes.refresh(liked, mergeChanges: false)
      return false
    }
    if !isSaved { button.count -= 1 }
  }
}
