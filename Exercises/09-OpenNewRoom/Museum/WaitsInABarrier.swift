import CoreData
import Foundation
import WorkbookKit

/// Lets main wait for a work item.
struct WaitsInABarrier: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let item = DispatchWorkItem {
      background.performAndWait {
        Room(context: background).name = name
        try? background.save()
      }
    }
    DispatchQueue.global().async(execute: item)
    item.wait()
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    do {
      let room = try view.fetch(request).last
      open(.success(room!.objectID))
    } catch {
      open(.failure(error))
    }
  }
}
