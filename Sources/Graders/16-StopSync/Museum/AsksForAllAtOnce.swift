import CoreData
import StopSync
import WorkbookKit

/// A group asks for all rooms at once.
struct AsksForAllAtOnce: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    do {
      return try await withThrowingTaskGroup(of: Bool.self) { group in
        for name in service.rooms {
          group.addTask {
            if try await imports.perform({ try imports.has(name) }) { return false }
            try Task.checkCancellation()
            let texts = try await service.texts(of: name)
            try await imports.perform {
              imports.insert(name, texts)
              do { try imports.save() } catch {
                imports.rollback()
                throw error
              }
            }
            return true
          }
        }
        return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
      }
    } catch ServiceError.closed {
      throw CancellationError()
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
