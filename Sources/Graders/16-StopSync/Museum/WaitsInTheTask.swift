import CoreData
import StopSync
import WorkbookKit

/// Waits for each block.
struct WaitsInTheTask: SyncsRooms {
  func sync(
    from service: any RoomService, into imports: NSManagedObjectContext
  ) async throws -> Int {
    var count = 0
    do {
      for name in service.rooms {
        if try imports.performAndWait({ try imports.has(name) }) { continue }
        try Task.checkCancellation()
        let texts = try await service.texts(of: name)
        try imports.performAndWait {
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
