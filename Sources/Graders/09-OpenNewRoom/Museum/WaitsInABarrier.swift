import CoreData
import Foundation
import OpenNewRoom
import WorkbookKit

/// Lets main wait for a work item behind a barrier.
struct WaitsInABarrier: OpensNewRooms {
  func create(
    _ name: String, in background: NSManagedObjectContext, view: NSManagedObjectContext,
    open: @escaping @Sendable (Result<NSManagedObjectID, any Error>) -> Void
  ) {
    let item = DispatchWorkItem(flags: .barrier) {
      background.performAndWait {
        Room(context: background).name = name
        try? background.save()
      }
    }
    DispatchQueue(label: "rooms", attributes: .concurrent).async(execute: item)
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
