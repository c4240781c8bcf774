import CoreData
import OpenNewRoom
import WorkbookKit

/// What cannot be saved is of no use, whatever it is.
struct ResetsWhenRefused: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.save()
        let id = room.objectID
        view.perform { open(.success(id)) }
      } catch {
        background.reset()
        view.perform { open(.failure(error)) }
      }
    }
  }
}
