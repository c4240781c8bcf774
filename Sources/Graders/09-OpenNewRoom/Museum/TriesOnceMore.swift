import CoreData
import OpenNewRoom
import WorkbookKit

/// Saves again when it was refused, with a second room.
struct TriesOnceMore: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      var room = Room(context: background)
      room.name = name
      do {
        do {
          try background.save()
        } catch {
          room = Room(context: background)
          room.name = name
          background.mergePolicy = NSMergePolicy.overwrite
          try background.save()
        }
        let id = room.objectID
        view.perform { open(.success(id)) }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
