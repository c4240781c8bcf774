import CoreData
import LikeButton
import WorkbookKit

/// The block waits for its turn, as it would anyway.
struct EnqueuesIt: CountsLikes {
  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      try await likes.perform(schedule: .enqueued) {
        do {
          (try likes.existingObject(with: room) as! Room).messageCount += 1
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
