import CoreData
import LikeButton
import Synchronization
import WorkbookKit

/// Saves what waits for all rooms, and takes a refused like off the button of its own room only.
final class SavesForAllRooms: CountsLikes {
  private let waiting = Mutex<[NSManagedObjectID]>([])

  @MainActor func like(
    _ room: NSManagedObjectID, in likes: NSManagedObjectContext, button: ButtonNumber
  ) async {
    button.count += 1
    waiting.withLock { $0.append(room) }
    let refused = await likes.perform { self.save(in: likes) }
    button.count -= refused.count { $0 == room }
  }

  /// Gives the rooms whose likes were refused.
  private func save(in likes: NSManagedObjectContext) -> [NSManagedObjectID] {
    let rooms = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    do {
      for room in rooms { (try likes.existingObject(with: room) as! Room).messageCount += 1 }
      if !rooms.isEmpty { try likes.save() }
      return []
    } catch {
      likes.rollback()
      return rooms
    }
  }
}
