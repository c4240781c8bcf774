import CoreData
import LikeButton
import WorkbookKit

/// Looks the room up once.
struct RemembersTheRoom: CountsLikes {
  private final class Found: @unchecked Sendable { var room: Room? }
  private let found = Found()

  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    do {
      try await likes.perform {
        if found.room == nil { found.room = try likes.existingObject(with: room) as? Room }
        found.room!.messageCount += 1
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
