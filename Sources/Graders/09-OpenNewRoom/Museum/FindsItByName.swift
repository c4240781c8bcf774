import CoreData
import Foundation
import OpenNewRoom
import WorkbookKit

/// Looks for the room by its name in the view.
struct FindsItByName: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      do {
        try background.save()
        view.perform {
          let request = NSFetchRequest<Room>(entityName: "Room")
          request.predicate = NSPredicate(format: "name == %@", name)
          let found = try? view.fetch(request).first
          if let found { open(.success(found.objectID)) }
        }
      } catch {
        background.rollback()
        view.perform { open(.failure(error)) }
      }
    }
  }
}
