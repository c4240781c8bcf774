import CoreData
import Foundation
import OpenNewRoom
import WorkbookKit

struct CarriesTheURL: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    background.perform {
      let room = Room(context: background)
      room.name = name
      let url = room.objectID.uriRepresentation()
      do {
        try background.save()
        view.perform {
          let coordinator = view.persistentStoreCoordinator
          if let roomID = coordinator?.managedObjectID(forURIRepresentation: url) {
            open(.success(roomID))
          } else {
            open(.failure(CocoaError(.fileNoSuchFile)))
          }
        }
      } catch {
        view.perform { open(.failure(error)) }
      }
    }
  }
}
