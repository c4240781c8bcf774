import CoreData
import LikeButton
import WorkbookKit

/// The room comes back from the block, and main adds one.
struct BringsTheRoom: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      let liked = try await likes.perform { try likes.existingObject(with: room) as! Room }
      liked.messageCount += 1
      try await likes.perform { try likes.save() }
    } catch {
      button.count -= 1
    }
  }
}
