import CoreData
import StopSync
import Synchronization
import WorkbookKit

/// A handler notes that it is to stop.
struct HearsOfTheStop: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    let isStopped = Mutex(false)
    return try await withTaskCancellationHandler {
      var count = 0
      do {
        for name in service.rooms {
          if try await imports.perform({ try imports.has(name) }) { continue }
          if isStopped.withLock({ $0 }) { throw CancellationError() }
          let texts = try await service.texts(of: name)
          try await imports.perform {
            imports.insert(name, texts)
            do { try imports.save() } catch {
              imports.rollback()
              throw error
            }
          }
          count += 1
        }
      } catch ServiceError.closed {
        throw CancellationError()
      }
      return count
    } onCancel: {
      isStopped.withLock { $0 = true }
    }
  }
}

extension NSManagedObjectContext {
  fileprivate func has(_ name: String) throws -> Bool {
    let request = NSFetchRequest<Room>(entityName: "Room")
    request.predicate = NSPredicate(format: "name == %@", name)
    return try count(for: request) > 0
  }

  fileprivate func insert(_ name: String, _ texts: [String]) {
    let room = Room(context: self)
    room.name = name
    for text in texts {
      let message = Message(context: self)
      (message.text, message.room) = (text, room)
    }
  }
}
