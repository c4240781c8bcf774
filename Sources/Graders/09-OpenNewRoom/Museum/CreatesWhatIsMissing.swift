import CoreData
import OpenNewRoom
import WorkbookKit

struct CreatesWhatIsMissing: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      let roomID = room.objectID
      do {
        try background.save()
      } catch {
        view.perform { open(.failure(error)) }
        return
      }
      view.perform {
        let known = try? view.existingObject(with: roomID) as? Room
        let room = known ?? Room(context: view)
        room.name = name
        open(Result { try view.save() }.map { room.objectID })
      }
    }
  }
}
