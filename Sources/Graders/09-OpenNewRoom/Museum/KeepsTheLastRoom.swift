import CoreData
import OpenNewRoom
import WorkbookKit

/// Remembers the new room, and opens it when main has time.
final class KeepsTheLastRoom: OpensNewRooms, @unchecked Sendable {
  // @unchecked Sendable because the background writes before it asks main to read.
  private var newRoom: NSManagedObjectID?
  private var failure: (any Error)?

  init() {}

  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.save()
        self.newRoom = room.objectID
        self.failure = nil
      } catch {
        background.delete(room)
        self.failure = error
      }
      view.perform { self.openNewRoom(open) }
    }
  }

  /// On main.
  private func openNewRoom(_ open: (Result<NSManagedObjectID, any Error>) -> Void) {
    if let failure {
      open(.failure(failure))
    } else if let newRoom {
      open(.success(newRoom))
    }
  }
}
